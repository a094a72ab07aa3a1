import { randomBytes } from 'node:crypto'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { createEndpointMails } from '#partners/webhooks/endpoint-mails.ts'
import { createEndpointSecrets } from '#partners/webhooks/endpoint-secrets.ts'
import { createEndpointRemoval } from '#partners/webhooks/removed-endpoints.ts'
import { newSecret } from '#partners/webhooks/signing.ts'
import { createWebhookDeliveries } from '#partners/webhooks/webhook-deliveries.ts'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import type { Mail, Mailer } from '#platform/mail/mailer.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'
import { makeCertificateRow } from './certificate-files.ts'
import { importRows } from './certificate-site.ts'
import type { MakeDatabase } from './databases.ts'
import { addPartner } from './webhook-partner.ts'
import { startReceiver } from './webhook-receiver.ts'

export const makeNo = (serial: number) => makeCertificateNo('20261103', serial)

/** Makes a database with certificates of partners, and a receiver. The queue runs only when a test starts it. */
export async function makeWebhookSite(make: MakeDatabase) {
  const database = await make('empty')
  const opened = openDatabase(database.url)
  const { db } = opened
  await migrate(opened)
  const receiver = await startReceiver()
  const digest = digestWith(randomBytes(32))
  const secrets = createEndpointSecrets(digest)
  const clock = { now: Date.parse('2026-11-23T02:00:00Z') }
  const now = () => clock.now
  const mails: Mail[] = []
  const errors: Error[] = []
  const makeJobs = (mailer: Mailer, more: Parameters<typeof createJobs>[0]['handlers'] = {}) =>
    createJobs({
      db,
      now,
      handlers: {
        endpointMail: createEndpointMails({ db, mailer }),
        endpointRemoval: createEndpointRemoval(db),
        ...more,
      },
      onError: (error) => void errors.push(error),
    })

  return {
    db,
    digest,
    receiver,
    clock,
    now,
    mails,
    errors,
    /** Opens another instance on this database. */
    instance(random = 0) {
      const options = { db, digest, now, internet: receiver.internet, random: () => random, stopMs: 200 }
      const webhookDelivery = createWebhookDeliveries(options)
      const jobs = makeJobs({ send: async (mail) => void mails.push(mail) }, { webhookDelivery })
      return { work: jobs.runDue, close: jobs.close, sweep: webhookDelivery.sweep }
    },
    makeJobs,
    addPartner: (serials: readonly number[]) => addPartner(db, serials.map(makeNo), clock.now),
    async addEndpoint(partnerId: number, address = 'https://hooks.example/in') {
      const secret = newSecret()
      const { id } = await db
        .insertInto('webhook_endpoints')
        .values({
          partner_id: partnerId,
          address,
          secret_sealed: secrets.seal(secret, address),
          version: 1,
          old_secret_until: 0,
          paused_until: 0,
          created_at: clock.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, secret }
    },
    /** Imports rows: new numbers, and changes of numbers with the same serial. */
    publish: (rows: readonly (readonly [serial: number, changes?: Record<string, unknown>])[]) =>
      importRows(
        { db, digest },
        rows.map(([serial, changes]) => makeCertificateRow(serial, changes)),
        now,
      ),
    async close() {
      await receiver.close()
      await opened.close()
      await database.drop()
    },
  }
}

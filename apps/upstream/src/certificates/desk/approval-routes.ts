import { approveCertificates, reviewCertificates } from '@portal/contract/certificates/desk/desk-approval.ts'
import { getCertificateHistory } from '@portal/contract/certificates/desk/desk-history.ts'
import type { FastifyPluginAsync } from 'fastify'
import { getAccount } from '#accounts/sessions/auth.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { approveMany, readReviewRows } from './desk-approvals.ts'
import { readHistory } from './desk-history.ts'

interface Options {
  certificates: CertificateRepository
  db: Db
  digest: Digest
  fileDigest: FileDigest
  now: () => number
  jobs: Jobs
}

/** Routes that show and approve several certificates together, and show the history of one. */
export const approvalRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, fileDigest } = options

  addRoute(app, reviewCertificates, async (request) => {
    const account = getAccount(request)
    const read = await db
      .transaction()
      .execute((trx) => readReviewRows({ trx, account, digest, now, fileDigest }, request.body.numbers))
    return ok(read)
  })

  addRoute(app, getCertificateHistory, async ({ params }, reply) => {
    // Compiled serialisers evaluate the contract's pattern of free names without its `u` flag and would drop those
    // names.
    reply.serializer(JSON.stringify)
    return ok(await readHistory(db, params.certificateNo, now))
  })

  addRoute(app, approveCertificates, async (request) => {
    const { results } = await approveMany(options, request, request.body.certificates)
    options.jobs.runSoon('webhookDelivery')
    return ok({ results })
  })
}

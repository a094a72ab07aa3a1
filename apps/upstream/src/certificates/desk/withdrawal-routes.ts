import { confirmWithdrawal, withdrawNow } from '@portal/contract/certificates/desk/desk-withdrawal.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { toStaffName } from '#accounts/people/staff-names.ts'
import type { Db } from '#platform/db/open.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import { ok } from '#platform/http/add-route.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { confirmAlone, withdrawAlone } from './desk-withdrawing.ts'

interface Options {
  db: Db
  digest: Digest
  fileDigest: FileDigest
  notices: NoticeRepository
  now: () => number
  jobs: Jobs
}

/** Routes of emergency withdrawals. */
export const withdrawalRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, fileDigest, now, notices, jobs } = options

  addManagedRoute(app, options, withdrawNow, async ({ request, trx, account, record, runAfterwards: afterwards }) => {
    const { certificateNo } = request.params
    const changes = [{ member: 'reason', before: null, after: request.body.reason }]
    record({ kind: 'certificate', id: certificateNo, changes })
    await withdrawAlone({ trx, account, digest, fileDigest, now }, certificateNo, request.body)
    afterwards(() => jobs.runSoon('webhookDelivery'))
    const waiting = await findUnconfirmed(trx, certificateNo)
    if (!waiting) return ok(null)
    afterwards(async () => {
      const name = escapeHtml(toStaffName(account))
      const content = `证书 ${certificateNo} 已由${name}紧急撤销，待复核：须另一位授权签字人 24 小时内在证书页面复核。`
      for (const to of await listOtherApprovers(db, account.id))
        await notices.notify({ to, type: NOTICE.system, content })
    })
    return ok(null)
  })

  addManagedRoute(app, options, confirmWithdrawal, async ({ request, trx, account, record }) => {
    const { certificateNo } = request.params
    record({ kind: 'certificate', id: certificateNo })
    await confirmAlone({ trx, account, digest, fileDigest, now }, certificateNo)
    return ok(null)
  })
}

async function findUnconfirmed(db: Db, certificateNo: string) {
  const rows = db.selectFrom('certificate_confirmations').select('by_name').where('certificate_no', '=', certificateNo)
  return await rows.executeTakeFirst()
}

/** Lists the ids of all other people whose duties allow them to confirm. */
async function listOtherApprovers(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('duties')
    .innerJoin('users', 'users.id', 'duties.user_id')
    .select('users.id')
    .distinct()
    .where('duties.duty', 'in', ['approve', 'owner'])
    .where('users.status', '=', ACCOUNT_STATUS.normal)
    .where('users.id', '!=', id)
    .execute()
  return rows.map((row) => row.id)
}

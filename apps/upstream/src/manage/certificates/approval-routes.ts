import { approveCertificates, reviewCertificates } from '@portal/contract/manage/certificates/desk-approval.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addRoute, ok } from '#add-route.ts'
import type { Dependencies } from '#dependencies.ts'
import { accountOf } from '#plugins/auth.ts'
import { approveMany, reviewMany } from './desk-approvals.ts'

/** Several certificates read and approved together. */
export const approvalRoutes: FastifyPluginAsync<Dependencies> = async (app, options) => {
  const { db, digest, now, fileDigest } = options

  addRoute(app, reviewCertificates, async (request) => {
    const account = accountOf(request)
    const read = await db
      .transaction()
      .execute((trx) => reviewMany({ trx, account, digest, now, fileDigest }, request.body.numbers))
    return ok(read)
  })

  addRoute(app, approveCertificates, async (request) => {
    const { results } = await approveMany(options, request, request.body.certificates)
    options.keeperNotices.workSoon()
    return ok({ results })
  })
}

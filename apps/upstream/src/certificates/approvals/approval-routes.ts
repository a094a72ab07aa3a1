import {
  approveCertificate,
  openCertificate,
  returnCertificate,
  reviewCertificate,
} from '@portal/contract/certificates/desk/desk.ts'
import { approveCertificates, reviewCertificates } from '@portal/contract/certificates/desk/desk-approval.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { readWriters, toReasonSubject } from '#certificates/desk/pending-changes.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { approve, noteOpened, returnOrRecall, toApprovedSubject } from './approve-certificate.ts'
import { signMany } from './approve-many.ts'
import { review } from './review-certificate.ts'
import { readReviewRows } from './review-rows.ts'

interface Options {
  certificates: CertificateRepository
  db: Db
  digest: Digest
  fileDigest: FileDigest
  notices: NoticeRepository
  now: () => number
  jobs: Jobs
}

/** Routes by which reviewers and signatories open, return, review and approve certificates, one or up to 50 together. */
export const approvalRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, notices, jobs } = options

  addRoute(app, openCertificate, async (request) => {
    const account = getAccount(request)
    await db.transaction().execute((trx) => noteOpened({ ...options, trx, account }, request.params.certificateNo))
    return ok(null)
  })

  addManagedRoute(app, options, returnCertificate, async ({ request, trx, account, record, runAfterwards }) => {
    const { certificateNo } = request.params
    const { revision, reason = null } = request.body
    record({ kind: 'certificate', id: certificateNo })
    const change = await returnOrRecall({ ...options, trx, account }, certificateNo, revision, reason)
    const writers = await readWriters(trx, change)
    record(toReasonSubject(certificateNo, reason))
    if (reason === null) return ok(null)
    runAfterwards(async () => {
      const content = `证书 ${certificateNo} 被退回：${escapeHtml(reason)}`
      for (const { id } of writers) await notices.notify({ to: id, type: NOTICE.system, content })
    })
    return ok(null)
  })

  addManagedRoute(app, options, reviewCertificate, async ({ request, trx, account, record }) => {
    const { certificateNo } = request.params
    record({ kind: 'certificate', id: certificateNo })
    record(toApprovedSubject(await review({ ...options, trx, account }, certificateNo, request.body)))
    return ok(null)
  })

  addManagedRoute(app, options, approveCertificate, async ({ request, trx, account, record, runAfterwards }) => {
    const { certificateNo } = request.params
    const { isNoticed = false, ...agreed } = request.body
    record({ kind: 'certificate', id: certificateNo })
    const change = await approve({ ...options, trx, account }, certificateNo, { ...agreed, isNoticed })
    record(toApprovedSubject(change))
    runAfterwards(() => jobs.runSoon('webhookDelivery'))
    return ok({ version: change.version })
  })

  addRoute(app, reviewCertificates, async (request) => {
    const account = getAccount(request)
    const { numbers, step = 'approve' } = request.body
    return ok(await db.transaction().execute((trx) => readReviewRows({ ...options, trx, account }, numbers, step)))
  })

  addRoute(app, approveCertificates, async (request) => {
    const { results } = await signMany(options, request, request.body)
    jobs.runSoon('webhookDelivery')
    return ok({ results })
  })
}

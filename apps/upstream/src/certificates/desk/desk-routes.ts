import {
  approveCertificate,
  changeCertificate,
  countDeskCertificates,
  countIssuedDays,
  createCertificate,
  discardCertificate,
  getDeskCertificate,
  listDeskCertificates,
  listDeskNumbers,
  openCertificate,
  reissueCertificate,
  returnCertificate,
  submitCertificate,
  withdrawCertificate,
} from '@portal/contract/certificates/desk/desk.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, type Managed } from '#accounts/duties/managed-route.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { createIssuedDays } from '#certificates/list/issued-days.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { checkUnaltered } from '#certificates/lookup/check-unaltered.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { beginCorrection, beginReissue, createNumber, discard, makeEmptyForm, saveForm, submit } from './desk-drafts.ts'
import { finishStep } from './desk-events.ts'
import { judge } from './desk-form.ts'
import { countDesk, listDesk, listNumbers } from './desk-list.ts'
import type { DeskListing } from './desk-listing.ts'
import { approve, noteOpened, returnOrRecall, toApprovedSubject } from './desk-signing.ts'
import { viewCertificate } from './desk-view.ts'
import { requestWithdrawal } from './desk-withdrawing.ts'
import { type ChangeRow, type Desk, findChange, readWriters } from './pending-changes.ts'

interface Options {
  certificates: CertificateRepository
  db: Db
  deskListing: DeskListing
  digest: Digest
  fileDigest: FileDigest
  notices: NoticeRepository
  now: () => number
  jobs: Jobs
}

/** Routes of the certificate desk. Its steps and rules are in decision 0039. */
export const deskRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, notices, certificates, fileDigest, deskListing, jobs } = options
  const createDesk = ({ trx, account }: Pick<Managed<unknown>, 'trx' | 'account'>): Desk => ({
    trx,
    account,
    digest,
    fileDigest,
    now,
  })

  addRoute(app, listDeskCertificates, async ({ query, log }) => {
    // Certificates of an import that has just ended appear with the next page or visit.
    deskListing.sweep().catch((error: Error) => log.error({ cause: error.message }, 'imports are not listed'))
    return ok(await listDesk(db, query))
  })
  addRoute(app, listDeskNumbers, async ({ query }) => ok(await listNumbers(db, query)))
  addRoute(app, countDeskCertificates, async () => ok(await countDesk(db)))
  const issuedDays = createIssuedDays({ db, now })
  addRoute(app, countIssuedDays, async () => ok(await issuedDays.read()))

  addRoute(app, getDeskCertificate, async (request, reply) => {
    const view = await viewCertificate(options, request.params.certificateNo, getAccount(request).id)
    // Compiled serialisers would drop members of a certificate that the contract does not name; a lookup avoids them
    // too.
    reply.serializer(JSON.stringify)
    return ok(view)
  })

  addManagedRoute(app, options, createCertificate, async (managed) => {
    const { category, corrects, reason } = managed.request.body
    if (corrects === undefined) {
      if (category === undefined) throw badInput('请选择类别')
      const certificateNo = await createNumber(createDesk(managed), makeEmptyForm(category))
      await finishStep(createDesk(managed), [{ certificateNo, version: 1, step: 'create' }])
      managed.record({ kind: 'certificate', id: certificateNo })
      return ok({ certificateNo })
    }
    managed.record({ kind: 'certificate', id: corrects })
    if (reason === undefined) throw badInput('请填写更正原因')
    await checkUnaltered(managed.trx, certificates, corrects)
    await beginCorrection(createDesk(managed), corrects, reason)
    return ok({ certificateNo: corrects })
  })

  addManagedRoute(app, options, changeCertificate, async (managed) => {
    const { certificateNo } = managed.request.params
    managed.record({ kind: 'certificate', id: certificateNo })
    const revision = await saveForm(createDesk(managed), certificateNo, managed.request.body)
    const { faults, warnings } = judge((await findChange(managed.trx, certificateNo)) as ChangeRow, now())
    return ok({ revision, faults, warnings })
  })

  addManagedRoute(app, options, submitCertificate, async (managed) => {
    const { certificateNo } = managed.request.params
    managed.record({ kind: 'certificate', id: certificateNo })
    await submit(createDesk(managed), certificateNo, managed.request.body.revision)
    return ok(null)
  })

  addRoute(app, openCertificate, async (request) => {
    const account = getAccount(request)
    await db.transaction().execute((trx) => noteOpened(createDesk({ trx, account }), request.params.certificateNo))
    return ok(null)
  })

  addManagedRoute(app, options, returnCertificate, async (managed) => {
    const { certificateNo } = managed.request.params
    const { revision, reason = null } = managed.request.body
    managed.record({ kind: 'certificate', id: certificateNo })
    const change = await returnOrRecall(createDesk(managed), certificateNo, revision, reason)
    const writers = await readWriters(managed.trx, change)
    managed.record(toReasonSubject(certificateNo, reason))
    if (reason === null) return ok(null)
    managed.runAfterwards(async () => {
      const content = `证书 ${certificateNo} 被退回：${escapeHtml(reason)}`
      for (const { id } of writers) await notices.notify({ to: id, type: NOTICE.system, content })
    })
    return ok(null)
  })

  addManagedRoute(app, options, approveCertificate, async (managed) => {
    const { certificateNo } = managed.request.params
    const { isNoticed = false, ...agreed } = managed.request.body
    managed.record({ kind: 'certificate', id: certificateNo })
    const change = await approve({ ...createDesk(managed), certificates }, certificateNo, { ...agreed, isNoticed })
    managed.record(toApprovedSubject(change))
    managed.runAfterwards(() => jobs.runSoon('webhookDelivery'))
    return ok({ version: change.version })
  })

  addManagedRoute(app, options, withdrawCertificate, async (managed) => {
    const { certificateNo } = managed.request.params
    const { reason } = managed.request.body
    managed.record(toReasonSubject(certificateNo, reason))
    await requestWithdrawal(createDesk(managed), certificateNo, reason)
    return ok(null)
  })

  addManagedRoute(app, options, reissueCertificate, async (managed) => {
    const { certificateNo } = managed.request.params
    managed.record({ kind: 'certificate', id: certificateNo })
    await checkUnaltered(managed.trx, certificates, certificateNo)
    const newNo = await beginReissue(createDesk(managed), certificateNo)
    managed.record({
      kind: 'certificate',
      id: newNo,
      changes: [{ member: 'replaces', before: null, after: certificateNo }],
    })
    return ok({ certificateNo: newNo })
  })

  addManagedRoute(app, options, discardCertificate, async (managed) => {
    const { certificateNo } = managed.request.params
    managed.record({ kind: 'certificate', id: certificateNo })
    await discard(createDesk(managed), certificateNo, managed.request.body.revision)
    return ok(null)
  })
}

const toReasonSubject = (certificateNo: string, reason: string | null) => ({
  kind: 'certificate' as const,
  id: certificateNo,
  changes: [{ member: 'reason' as const, before: null, after: reason }],
})

import { REISSUE_REASONS } from '@portal/contract/certificates/amendments.ts'
import {
  changeCertificate,
  countDeskCertificates,
  countIssuedDays,
  createCertificate,
  discardCertificate,
  getDeskCertificate,
  listDeskCertificates,
  listDeskNumbers,
  reissueCertificate,
  submitCertificate,
  withdrawCertificate,
} from '@portal/contract/certificates/desk/desk.ts'
import { getCertificateHistory } from '@portal/contract/certificates/desk/desk-history.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, type Managed } from '#accounts/duties/managed-route.ts'
import { getAccount } from '#accounts/sessions/auth.ts'
import { createIssuedDays } from '#certificates/list/issued-days.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import { checkUnaltered } from '#certificates/lookup/check-unaltered.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import {
  beginCorrection,
  beginReissue,
  createNumber,
  discard,
  formatInternally,
  makeEmptyForm,
  saveForm,
  submit,
} from './desk-drafts.ts'
import { finishStep } from './desk-events.ts'
import { judge } from './desk-form.ts'
import { readHistory } from './desk-history.ts'
import { countDesk, listDesk, listNumbers } from './desk-list.ts'
import type { DeskListing } from './desk-listing.ts'
import { viewCertificate } from './desk-view.ts'
import { requestWithdrawal } from './desk-withdrawing.ts'
import { type ChangeRow, type Desk, findChange, toReasonSubject } from './pending-changes.ts'
import { readCertificateRules } from './read-certificate-rules.ts'

interface Options {
  certificates: CertificateRepository
  db: Db
  deskListing: DeskListing
  digest: Digest
  fileDigest: FileDigest
  now: () => number
}

/** Routes of the certificate desk. Its steps and rules are in decision 0039. */
export const deskRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, certificates, fileDigest, deskListing } = options
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

  addRoute(app, getCertificateHistory, async ({ params }, reply) => {
    reply.serializer(JSON.stringify)
    return ok(await readHistory(db, params.certificateNo, now))
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
    const { faults, warnings } = judge(
      (await findChange(managed.trx, certificateNo)) as ChangeRow,
      now(),
      await readCertificateRules(managed.trx),
    )
    return ok({ revision, faults, warnings })
  })

  addManagedRoute(app, options, submitCertificate, async (managed) => {
    const { certificateNo } = managed.request.params
    managed.record({ kind: 'certificate', id: certificateNo })
    await submit(createDesk(managed), certificateNo, managed.request.body.revision)
    return ok(null)
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
    const { reason, note = '' } = managed.request.body
    const newNo = await beginReissue(createDesk(managed), certificateNo, { reason: REISSUE_REASONS[reason], note })
    managed.record({
      kind: 'certificate',
      id: newNo,
      changes: [
        { member: 'replaces', before: null, after: certificateNo },
        { member: 'reason', before: null, after: formatInternally(REISSUE_REASONS[reason], note) },
      ],
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

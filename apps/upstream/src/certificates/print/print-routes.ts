import { listPrintable, printWithCode, printWithoutCode } from '@portal/contract/certificates/desk/print.ts'
import type { PrintKind } from '@portal/contract/certificates/desk/print-rules.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute, type Managed } from '#accounts/duties/managed-route.ts'
import type { EntryRow } from '#certificates/desk/pending-changes.ts'
import type { CertificateRepository } from '#certificates/lookup/certificate-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { listPrintables } from './printable-list.ts'
import { printCode, printText } from './printing.ts'

interface Options {
  certificates: CertificateRepository
  db: Db
  digest: Digest
  now: () => number
}

/** Routes that print certificates. The first one returns a code; only the BFF calls it, and answers a PDF. */
export const printRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, now, certificates } = options

  /**
   * Makes the serialiser keep members that the contract does not name, because they are printed too (see
   * `checkCertificate`). Errors are not changed.
   */
  const keepFreeMembers = ({ reply }: Pick<Managed<unknown>, 'reply'>) => void reply.serializer(JSON.stringify)
  const recordIn = (
    { record }: Pick<Managed<unknown>, 'record'>,
    { certificate_no, version }: EntryRow,
    kind: PrintKind,
  ) =>
    record({
      kind: 'certificate',
      id: certificate_no,
      changes: [
        { member: 'version', before: null, after: String(version) },
        { member: 'print', before: null, after: kind },
      ],
    })

  addManagedRoute(app, options, printWithCode, async (managed) => {
    const { params, body } = managed.request
    managed.record({ kind: 'certificate', id: params.certificateNo })
    const { entry, data } = await printCode({ ...managed, now, digest, certificates }, params.certificateNo, body.kind)
    recordIn(managed, entry, body.kind)
    keepFreeMembers(managed)
    return ok(data)
  })

  addManagedRoute(app, options, printWithoutCode, async (managed) => {
    const { params, body } = managed.request
    managed.record({ kind: 'certificate', id: params.certificateNo })
    const { entry, data } = await printText({ ...managed, now, certificates }, params.certificateNo, body.kind)
    recordIn(managed, entry, body.kind)
    keepFreeMembers(managed)
    return ok(data)
  })

  addRoute(app, listPrintable, async ({ body }, reply) => {
    const listed = await listPrintables({ db, certificates }, body.numbers)
    keepFreeMembers({ reply })
    return ok(listed)
  })
}

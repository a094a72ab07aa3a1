import { DESK_PICTURE, DESK_STEPS } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { DeskForm } from '@portal/contract/certificates/rules/desk-fields.ts'
import { addWriter, type ChangeRow, findChange, lockEntry } from '#certificates/desk/pending-changes.ts'
import type { Db } from '#platform/db/open.ts'
import { certificateMissing, deskPicturesUsedUp, notCertificatePicture, stepImpossible } from '#platform/errors.ts'
import type { FileDigest } from '#platform/files/stored-files.ts'

interface StoredPicture {
  name: string
  sha256: string
}

/**
 * Returns the pending change that a picture may be added to.
 * @throws AppError when there is none, or it was submitted
 */
export async function requireDraft(db: Db, certificateNo: string): Promise<ChangeRow> {
  const change = await findChange(db, certificateNo)
  if (!change) throw certificateMissing()
  const { from } = DESK_STEPS.change
  if (!(from as readonly string[]).includes(change.state)) throw stepImpossible()
  return change
}

/** Stores an uploaded picture with its number, and its uploader as a writer of the version. */
export async function addPicture(
  trx: Db,
  { certificateNo, userId, picture }: { certificateNo: string; userId: string; picture: StoredPicture },
): Promise<void> {
  await lockEntry(trx, certificateNo)
  const change = await requireDraft(trx, certificateNo)
  const { count } = await trx
    .selectFrom('certificate_desk_pictures')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('certificate_no', '=', certificateNo)
    .executeTakeFirstOrThrow()
  if (Number(count) >= DESK_PICTURE.uploadsMax) throw deskPicturesUsedUp()
  await trx
    .insertInto('certificate_desk_pictures')
    .values({ ...picture, certificate_no: certificateNo })
    .execute()
  await addWriter(trx, change, userId)
}

/**
 * Checks the pictures that a draft did not name before.
 * @throws AppError for one that was not uploaded for the certificate or the one that it replaces, and that neither has published
 */
export async function checkNewPictures(trx: Db, change: ChangeRow, pictures: DeskForm['pictures']): Promise<void> {
  const known = new Set((JSON.parse(change.form) as DeskForm).pictures.map(({ file }) => file))
  if (pictures.every(({ file }) => known.has(file))) return
  const numbers = listPictureNumbers(change)
  const rows = await trx
    .selectFrom('certificate_desk_pictures')
    .select('name')
    .where('certificate_no', 'in', numbers)
    .execute()
  const own = new Set([...known, ...rows.map(({ name }) => name), ...(await listShownNames(trx, numbers))])
  const at = pictures.findIndex(({ file }) => !own.has(file))
  if (at >= 0) throw notCertificatePicture(at + 1)
}

const listPictureNumbers = ({ certificate_no, replaces }: ChangeRow): string[] =>
  replaces === null ? [certificate_no] : [certificate_no, replaces]

/**
 * Returns the digests of the pictures in a submitted text. They were uploaded for this number or for the one that it
 * replaces, or are part of what either has published.
 * @param files in their order
 * @throws AppError for any other picture, or one whose file is missing or altered
 */
export async function takePictures(
  trx: Db,
  change: ChangeRow,
  files: readonly string[],
  fileDigest: FileDigest,
): Promise<string[]> {
  if (files.length === 0) return []
  const { certificate_no } = change
  const numbers = listPictureNumbers(change)
  const rows = await trx
    .selectFrom('certificate_desk_pictures')
    .select(['name', 'sha256'])
    .where('certificate_no', 'in', numbers)
    .where('name', 'in', [...files])
    .execute()
  const shownNames = await listShownNames(trx, numbers)
  const digests: string[] = []
  for (const [index, name] of files.entries()) {
    const row = rows.find((one) => one.name === name)
    const sha256 = await fileDigest(name)
    const isOurs = row !== undefined || shownNames.has(name)
    if (!isOurs || sha256 === undefined || (row?.sha256 ?? sha256) !== sha256) throw notCertificatePicture(index + 1)
    digests.push(sha256)
    await trx
      .insertInto('certificate_desk_pictures')
      .values({ name, certificate_no, sha256 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return digests
}

/** Computes the digests of a submitted text's pictures from their present files. A missing file has an empty digest. */
export async function readDigests(body: string | null, fileDigest: FileDigest): Promise<string[]> {
  const digests: string[] = []
  for (const name of listPictureNames(body)) digests.push((await fileDigest(name)) ?? '')
  return digests
}

/** Releases uploads that no version of a number shows. The files are then deleted like any unused upload. */
export async function releasePictures(trx: Db, certificateNo: string): Promise<void> {
  const shownNames = await listShownNames(trx, [certificateNo])
  const rows = await trx
    .selectFrom('certificate_desk_pictures')
    .select('name')
    .where('certificate_no', '=', certificateNo)
    .execute()
  const unused = rows.map(({ name }) => name).filter((name) => !shownNames.has(name))
  if (unused.length === 0) return
  await trx.deleteFrom('certificate_desk_pictures').where('name', 'in', unused).execute()
}

/** Lists the pictures of all versions of the numbers. */
async function listShownNames(trx: Db, numbers: readonly string[]): Promise<Set<string>> {
  const versions = await trx
    .selectFrom('certificate_versions')
    .select('body')
    .where('certificate_no', 'in', [...numbers])
    .execute()
  return new Set(versions.flatMap(({ body }) => listPictureNames(body)))
}

function listPictureNames(body: string | null): string[] {
  const { pictures = [] } = JSON.parse(body ?? '{}') as { pictures?: { url: string }[] | null }
  return (pictures ?? []).map(({ url }) => url.slice(url.lastIndexOf('/') + 1))
}

import { DAY_MS, HOUR_MS, UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { noPicture, pictureTooLarge, reportPictureGone, reportPicturesUsedUp } from '#platform/errors.ts'
import { type FileStore, storeNew } from '#platform/files/file-store.ts'
import { deleteUnnamed } from '#platform/files/named-files.ts'
import type { PictureMaker } from '#platform/files/picture.ts'

/** Maximum pictures of all clients together in a day. Further reports have no pictures. */
const PICTURES_A_DAY = 600
const BYTES_A_DAY = 50 * UPLOAD_MAX_BYTES
/** Maximum size of all stored pictures. */
const BYTES_MAX = 1000 * UPLOAD_MAX_BYTES
/** How long after its upload a picture may be attached to a message. */
const ATTACH_MS = HOUR_MS
/** Age at which a picture without a report is deleted. */
const UNUSED_MS = DAY_MS

/**
 * Attaches uploaded pictures to a message.
 * @param entryId entry of a later message; `null`: the first one
 * @throws AppError when a picture is too old, was never uploaded, or is in another message
 */
export async function attachPictures(
  trx: Db,
  pictures: readonly string[],
  { feedbackId, entryId, at }: { feedbackId: string; entryId: number | null; at: number },
): Promise<void> {
  const names = [...new Set(pictures)]
  if (names.length === 0) return
  const attached = await trx
    .updateTable('report_pictures')
    .set({ feedback_id: feedbackId, entry_id: entryId })
    .where('name', 'in', names)
    .where('feedback_id', 'is', null)
    .where('created_at', '>', at - ATTACH_MS)
    .returning('name')
    .execute()
  if (attached.length < names.length) throw reportPictureGone()
}

interface Options {
  db: Db
  store: FileStore
  makePicture: PictureMaker
  now: () => number
}

export type ReportPictures = ReturnType<typeof createReportPictures>

/**
 * Stores pictures of reports in an area of their own; a row links each to its report. No public route serves it, because a
 * stranger must not publish a picture under the address of the site.
 */
export function createReportPictures({ db, store, makePicture, now }: Options) {
  async function measureSince(sinceMs: number): Promise<{ count: number; bytes: number }> {
    const { count, bytes } = await db
      .selectFrom('report_pictures')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('bytes').as('bytes')])
      .where('created_at', '>', sinceMs)
      .executeTakeFirstOrThrow()
    return { count: Number(count), bytes: Number(bytes ?? 0) }
  }

  /** @throws AppError over the limit of a day, or of all stored pictures */
  async function checkRoom(): Promise<void> {
    const [day, all] = [await measureSince(now() - DAY_MS), await measureSince(-1)]
    if (day.count >= PICTURES_A_DAY || day.bytes >= BYTES_A_DAY || all.bytes >= BYTES_MAX) throw reportPicturesUsedUp()
  }

  return {
    store,

    /** Re-encodes and stores a picture. @returns its name @throws AppError when it is not accepted */
    async keep(bytes: Buffer, client: string): Promise<string> {
      await checkRoom()
      const picture = await makePicture(bytes, client)
      if (picture === 'too-large') throw pictureTooLarge()
      if (!picture) throw noPicture()
      const name = await storeNew(store, picture.bytes, picture.ending)
      const row = { name, feedback_id: null, bytes: picture.bytes.length, created_at: now() }
      await db.insertInto('report_pictures').values(row).execute()
      return name
    },

    /** Deletes pictures that were attached to no report within a day, and files of deleted reports. */
    async sweep(): Promise<void> {
      const before = now() - UNUSED_MS
      await db.deleteFrom('report_pictures').where('feedback_id', 'is', null).where('created_at', '<', before).execute()
      await deleteUnnamed('reportPictures', { db, store, now })
    },
  }
}

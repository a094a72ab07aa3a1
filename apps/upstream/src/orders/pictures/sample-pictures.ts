import { createHash } from 'node:crypto'
import { DAY_MS } from '@portal/contract/constants.ts'
import { ORDER_MAX } from '@portal/contract/orders/order-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { badInput, noTicketPicture, pictureTooLarge } from '#platform/errors.ts'
import { type FileStore, storeNew } from '#platform/files/file-store.ts'
import { deleteUnnamed } from '#platform/files/named-files.ts'
import type { PictureMaker } from '#platform/files/picture.ts'

/** Time after which a picture that no event names is deleted. */
const UNUSED_MS = 7 * DAY_MS

interface KeptPicture {
  name: string
  sha256: string
  bytes: number
}

interface Options {
  db: Db
  store: FileStore
  makePicture: PictureMaker
  now: () => number
}

export type SamplePictures = ReturnType<typeof createSamplePictures>

/** Stores pictures of samples in an area that no public route serves. An event of the custody chain names each with its digest. */
export function createSamplePictures({ db, store, makePicture, now }: Options) {
  return {
    store,

    /** Re-encodes and stores a picture; `note` adds its row. @throws AppError when the bytes are no picture */
    async keep(bytes: Buffer, userId: string): Promise<KeptPicture> {
      const picture = await makePicture(bytes, userId, 'print')
      if (picture === 'too-large') throw pictureTooLarge()
      if (!picture) throw noTicketPicture()
      const sha256 = createHash('sha256').update(picture.bytes).digest('hex')
      return { name: await storeNew(store, picture.bytes, picture.ending), sha256, bytes: picture.bytes.length }
    },

    /** @throws AppError when the sample has as many unused pictures as an event takes */
    async note(trx: Db, picture: KeptPicture, sampleNo: string, userId: string): Promise<void> {
      if ((await countRows(selectPictures(trx, sampleNo, 0))) >= 2 * ORDER_MAX.pictures)
        throw badInput(`一件样品一次最多 ${ORDER_MAX.pictures} 张图片`)
      const row = { ...picture, sample_no: sampleNo, user_id: userId, is_used: 0, place: 0, created_at: now() }
      await trx.insertInto('order_pictures').values(row).execute()
    },

    /** Deletes pictures that no event has named within a week, and files of erased orders. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom('order_pictures')
        .where('is_used', '=', 0)
        .where('created_at', '<', now() - UNUSED_MS)
        .execute()
      await deleteUnnamed('orderPictures', { db, store, now })
    },
  }
}

const selectPictures = (trx: Db, sampleNo: string, isUsed: 0 | 1) =>
  trx.selectFrom('order_pictures').where('sample_no', '=', sampleNo).where('is_used', '=', isUsed)

/**
 * Takes uploaded pictures into an event of a sample.
 * @returns name and digest of each, for the event
 * @throws AppError when one was not uploaded for this sample, or is part of another event
 */
export async function usePictures(
  trx: Db,
  sampleNo: string,
  names: readonly string[],
): Promise<{ name: string; sha256: string }[]> {
  const count = await countRows(selectPictures(trx, sampleNo, 1))
  const used: { name: string; sha256: string }[] = []
  for (const [at, name] of [...new Set(names)].entries()) {
    const picture = await trx
      .updateTable('order_pictures')
      .set({ is_used: 1, place: count + at })
      .where('name', '=', name)
      .where('sample_no', '=', sampleNo)
      .where('is_used', '=', 0)
      .returning(['name', 'sha256'])
      .executeTakeFirst()
    if (!picture) throw badInput(`第 ${at + 1} 张图片不是为这件样品上传的，请重新拍照`)
    used.push(picture)
  }
  return used
}

import type { Db } from '#platform/db/open.ts'
import { pictureTooLarge } from '#platform/errors.ts'
import { type FileStore, storeNew } from './file-store.ts'
import type { PictureMaker } from './picture.ts'

interface Sender {
  id: string
  /** Receives the size before the file is stored. If it throws, nothing is stored. */
  charge: (bytes: number) => Promise<void>
}

export interface PictureStore {
  /**
   * Re-encodes a picture, and stores it and its size.
   * @param sender omitted for pictures that were not uploaded
   * @returns its address; `undefined` when it is not a picture
   * @throws AppError when too many pictures wait, or the result is too large
   */
  keep(bytes: Buffer, sender?: Sender): Promise<string | undefined>
}

interface Options {
  db: Db
  uploads: FileStore
  makePicture: PictureMaker
}

export function createPictureStore({ db, uploads, makePicture }: Options): PictureStore {
  return {
    async keep(bytes, sender) {
      const picture = await makePicture(bytes, sender?.id)
      if (picture === 'too-large') throw pictureTooLarge()
      if (!picture) return undefined
      const { bytes: content, ending, width, height } = picture
      await sender?.charge(content.length)
      const file = await storeNew(uploads, content, ending)
      await db.insertInto('upload_sizes').values({ file, width, height }).execute()
      return `/file/img/${file}`
    },
  }
}

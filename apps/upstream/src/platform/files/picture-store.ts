import { pictureTooLarge } from '#platform/errors.ts'
import type { FileStore } from './file-store.ts'
import { createPictureMaker, type PictureMaker } from './picture.ts'

interface Sender {
  id: string
  /** Receives the size before the file is stored. If it throws, nothing is stored. */
  charge: (bytes: number) => void
}

export interface PictureStore {
  /**
   * Re-encodes a picture and stores it.
   * @param sender omitted for pictures that were not uploaded
   * @returns its address; `undefined` when it is not a picture
   * @throws AppError when too many pictures wait, or the result is too large
   */
  keep(bytes: Buffer, sender?: Sender): Promise<string | undefined>
}

export function createPictureStore(store: FileStore, makePicture: PictureMaker = createPictureMaker()): PictureStore {
  return {
    async keep(bytes, sender) {
      const picture = await makePicture(bytes, sender?.id)
      if (picture === 'too-large') throw pictureTooLarge()
      if (!picture) return undefined
      sender?.charge(picture.bytes.length)
      return `/file/img/${await store.save(picture.bytes, picture.ending)}`
    },
  }
}

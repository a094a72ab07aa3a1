import { pictureTooLarge } from '#errors.ts'
import type { FileStore } from './file-store.ts'
import { createPictureMaker, type PictureMaker } from './picture.ts'

interface Sender {
  id: string
  /** Told what is about to be stored, bytes; may throw, and nothing is stored. */
  charge: (bytes: number) => void
}

export interface PictureKeeper {
  /**
   * Makes a picture anew and stores it. Gives its address; `undefined` for what is no picture.
   * @param sender left out for pictures that nobody uploads
   * @throws AppError when too many pictures wait, or when it would be stored as too many bytes.
   */
  keep(bytes: Buffer, sender?: Sender): Promise<string | undefined>
}

export function createPictureKeeper(store: FileStore, makePicture: PictureMaker = createPictureMaker()): PictureKeeper {
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

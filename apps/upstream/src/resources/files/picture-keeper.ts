import type { FileStore } from './file-store.ts'
import { createPictureMaker } from './picture.ts'

export interface PictureKeeper {
  /**
   * Makes a picture anew and stores it. Gives its address; `undefined` for what is no picture.
   * @throws AppError when too many pictures wait.
   */
  keep(bytes: Buffer): Promise<string | undefined>
}

export function createPictureKeeper(store: FileStore): PictureKeeper {
  const makePicture = createPictureMaker()
  return {
    async keep(bytes) {
      const picture = await makePicture(bytes)
      return picture && `/file/img/${await store.save(picture.bytes, picture.ending)}`
    },
  }
}

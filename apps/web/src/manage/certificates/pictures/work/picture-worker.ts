import { type DrawnPicture, type DrawOptions, drawPicture, type Easel } from './draw-picture.ts'

export interface PictureTask extends DrawOptions {
  id: number
  file: Blob
}
export type PictureAnswer = { id: number } & (DrawnPicture | { error: string })

/** Tasks run one after the other: a decoded picture of 60 megapixels takes 240 MB. */
let last: Promise<void> = Promise.resolve()
globalThis.addEventListener('message', ({ data }: MessageEvent<PictureTask>) => {
  last = last.then(() => answer(data))
})

const post = (done: PictureAnswer) => globalThis.postMessage(done)

async function answer({ id, file, ...options }: PictureTask): Promise<void> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const { width, height } = image
    const drawn = await drawPicture(image, { width, height }, options, createEasel).finally(() => image.close())
    post({ id, ...drawn })
  } catch (error) {
    post({ id, error: (error as Error).name })
  }
}

function createEasel(width: number, height: number): Easel {
  const canvas = new OffscreenCanvas(width, height)
  return {
    context: canvas.getContext('2d'),
    toJpeg: (quality) => canvas.convertToBlob({ type: 'image/jpeg', quality }),
  }
}

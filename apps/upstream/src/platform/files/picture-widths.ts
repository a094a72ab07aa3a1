import { buffer } from 'node:stream/consumers'
import { AppError } from '#platform/errors.ts'
import { createWorkQueue } from '#platform/work-queue.ts'
import type { FileStore } from './file-store.ts'
import type { PictureMaker } from './picture.ts'
import { PICTURE_WIDTHS, type PictureWidth } from './picture-formats.ts'

/** Maximum number of widths in the queue. When it is full, readers get the whole picture. */
const WAITING = 16
/** Name of a width: that of its picture, with the width before the ending. */
const WIDTH_NAME = new RegExp(`^(.+)-(${PICTURE_WIDTHS.join('|')})(\\.[a-z]{3,4})$`)
/** A picture that this server has encoded. Animations and drawings (GIF, SVG) stay as they are. */
const PICTURE_NAME = /^[0-9a-f]{32}\.(?:jpg|png|webp)$/

/** Names a width after its picture, so that a replaced picture has other ones. */
export const toWidthName = (name: string, width: PictureWidth): string => name.replace(/(?=\.[a-z]+$)/, `-${width}`)

/** Parses the name of a width into that of its picture and the width; `undefined` for any other name. */
export function parseWidthName(name: string): { name: string; width: PictureWidth } | undefined {
  const [, stem, width, ending] = WIDTH_NAME.exec(name) ?? []
  return width === undefined ? undefined : { name: `${stem}${ending}`, width: Number(width) as PictureWidth }
}

/** Name like that of a width. Names of uploads have no hyphen. */
const ANY_WIDTH = /^[0-9a-f]{32}-/

/** Returns whether a name can only be that of a width that is not offered, so that no store has to be asked for it. */
export const isUnofferedWidth = (name: string): boolean =>
  ANY_WIDTH.test(name) && !PICTURE_NAME.test(parseWidthName(name)?.name ?? '')

/** Lists the names of a picture and of the widths that it may have. */
export const listPictureNames = (name: string): string[] => [
  name,
  ...PICTURE_WIDTHS.map((width) => toWidthName(name, width)),
]

/**
 * Lists the smaller widths of a picture and the whole one, in the form of `srcset`; `undefined` when there is no smaller one.
 * @param src its address, without a query
 */
export function toSrcSet(src: string, width: number): string | undefined {
  const smaller = PICTURE_WIDTHS.filter((one) => one < width)
  if (smaller.length === 0) return undefined
  return [...smaller.map((one) => `${toWidthName(src, one)} ${one}w`), `${src} ${width}w`].join(', ')
}

export type PictureWidths = ReturnType<typeof createPictureWidths>

interface Options {
  uploads: FileStore
  makePicture: PictureMaker
  onError: (error: Error) => void
}

/** Makes the widths of stored pictures when they are first asked for, one at a time. */
export function createPictureWidths({ uploads, makePicture, onError }: Options) {
  const pass = createWorkQueue(1, WAITING)
  const running = new Map<string, Promise<boolean>>()

  /** @returns false: the picture is animated or not wider */
  async function store(name: string, width: PictureWidth): Promise<boolean> {
    const file = await uploads.get(name)
    const picture = file && (await makePicture(await buffer(file.content), undefined, width))
    if (!picture || picture === 'too-large' || !name.endsWith(`.${picture.ending}`)) return false
    await uploads.put(toWidthName(name, width), picture.bytes)
    return true
  }

  async function storeOnce(name: string, width: PictureWidth): Promise<boolean> {
    const key = toWidthName(name, width)
    const work = running.get(key) ?? pass(() => store(name, width)).finally(() => running.delete(key))
    running.set(key, work)
    return await work
  }

  return {
    /**
     * Makes and stores a width that is not stored.
     * @returns the file to send: the whole picture when it is not wider, and when the width cannot be made now
     * (`isLasting` is false); `undefined` when there is no such picture
     */
    async make(widthName: string): Promise<{ name: string; isLasting: boolean } | undefined> {
      const { name = '', width = PICTURE_WIDTHS[0] } = parseWidthName(widthName) ?? {}
      if (!PICTURE_NAME.test(name) || !(await uploads.head(name))) return undefined
      try {
        return { name: (await storeOnce(name, width)) ? widthName : name, isLasting: true }
      } catch (error) {
        // The queue is full, or storage fails: readers still see the picture.
        if (!(error instanceof AppError)) onError(error as Error)
        return { name, isLasting: false }
      }
    },
  }
}

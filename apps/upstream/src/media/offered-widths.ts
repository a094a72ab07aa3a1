import type { Db } from '#platform/db/open.ts'
import { toSrcSet } from '#platform/files/picture-widths.ts'
import { toMediaUrl } from './media-list.ts'

/** Maximum number of pictures of one answer that are offered in widths; further ones are offered whole. */
const PICTURES_MAX = 200
/** Address of a stored picture: the name of its file, or its id in the library. */
const ADDRESS = /^\/file\/img\/(?:(([0-9a-f]{32})\.(?:jpg|png|webp))|m\/([0-9a-f]{32})\/[\w-]+\.(?:jpg|png|webp))$/
/** A picture in stored HTML, whose attributes contain no `>`, with its address. */
const PICTURE = /<img\b[^>]*? src="(\/file\/img\/[^">]*)"[^>]*>/g

interface OfferedPicture {
  /** Size, px. */
  width: number
  height: number
  /** Value of `srcset`; `undefined` for a small picture. */
  srcSet: string | undefined
}

/** Reads the sizes and widths of the pictures that this server has stored, by address. Others are left out. */
export async function readPictures(
  db: Db,
  addresses: readonly (string | null)[],
): Promise<Map<string, OfferedPicture>> {
  const pictures = new Map<string, OfferedPicture>()
  const add = (url: string, width: number, height: number) =>
    pictures.set(url, { width, height, srcSet: toSrcSet(url, width) })
  const own = [...new Set(addresses)].map((address) => ADDRESS.exec(address ?? '')).filter((match) => match !== null)
  const [files, ids]: [string[], string[]] = [[], []]
  for (const [, file, fileId, id] of own.slice(0, PICTURES_MAX)) {
    if (file !== undefined) files.push(file)
    ids.push(id ?? fileId ?? '')
  }
  if (ids.length === 0) return pictures
  if (files.length > 0) {
    const rows = await db.selectFrom('upload_sizes').selectAll().where('file', 'in', files).execute()
    for (const { file, width, height } of rows) add(`/file/img/${file}`, width, height)
  }
  const rows = await db
    .selectFrom('media')
    .select(['id', 'kind', 'file', 'address_name', 'width', 'height'])
    .where('id', 'in', ids)
    .execute()
  for (const { width, height, ...row } of rows) {
    if (width !== null && height !== null) add(toMediaUrl(row), width, height)
  }
  return pictures
}

/**
 * Adds the size of each picture of this site to the HTML of an article, and its smaller widths, so that a phone does not load the
 * large one. The size of other pictures is not known.
 */
export async function offerWidths(db: Db, html: string): Promise<string> {
  const addresses = [...html.matchAll(PICTURE)].map(([, src = '']) => src)
  if (addresses.length === 0) return html
  const pictures = await readPictures(db, addresses)
  return html.replace(PICTURE, (image, src: string) => {
    const { width, height, srcSet } = pictures.get(src) ?? {}
    if (!width || !height) return image
    const size = / (?:width|height)=/.test(image) ? '' : ` width="${width}" height="${height}"`
    return image.replace('<img', `<img${size}${srcSet ? ` srcset="${srcSet}"` : ''}`)
  })
}

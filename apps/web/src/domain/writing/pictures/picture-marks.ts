import { blankCode } from '../markup.ts'

/** A picture in Markdown: `![alt](address "caption")`. Offsets in UTF-16 units. */
export interface PictureMark {
  from: number
  to: number
  alt: string
  altFrom: number
  altTo: number
  address: string
  addressFrom: number
  addressTo: number
}

const MARK = /!\[((?:[^[\]\\\n]|\\.)*)\]\(\s*(<[^>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+"[^"\n]*")?\s*\)/g
const PLACEHOLDER = /^uploading:([a-z0-9]{6,16})$/

/** Finds the pictures in reading order, without those inside code blocks. */
export function findPictures(text: string): PictureMark[] {
  const found: PictureMark[] = []
  for (const match of blankCode(text).matchAll(MARK)) {
    const [source, alt = '', address = ''] = match
    const from = match.index
    const altFrom = from + 2
    const addressFrom = from + source.indexOf(address, alt.length + 4)
    const bare = address.replace(/^<(.*)>$/, '$1')
    found.push({
      from,
      to: from + source.length,
      alt: alt.replace(/\\(.)/g, '$1'),
      altFrom,
      altTo: altFrom + alt.length,
      address: bare,
      addressFrom,
      addressTo: addressFrom + address.length,
    })
  }
  return found
}

/** Address, in the text, of a picture that is not uploaded yet. */
export function toPlaceholder(key: string): string {
  return `uploading:${key}`
}

/** The key in a placeholder; `null` for any other address. */
export function readPlaceholderKey(address: string): string | null {
  return PLACEHOLDER.exec(address)?.[1] ?? null
}

/** `foreign`: the picture is on another site, which the content security policy may block. */
export type PictureSource = 'own' | 'waiting' | 'inline' | 'foreign'

export function getPictureSource(address: string): PictureSource {
  if (readPlaceholderKey(address)) return 'waiting'
  if (/^data:/i.test(address)) return 'inline'
  return /^\/file\/img\//.test(address) ? 'own' : 'foreign'
}

/** Describes the pictures that prevent the text from being published; `null` for none. */
export function describeUploads(text: string): string | null {
  const sources = findPictures(text).map(({ address }) => getPictureSource(address))
  const waiting = sources.filter((source) => source === 'waiting').length
  if (waiting > 0) return `还有 ${waiting} 张图片没有上传`
  const inline = sources.filter((source) => source === 'inline').length
  return inline > 0 ? `有 ${inline} 张图片直接写在正文里，不能发布，请改为上传` : null
}

/** Escapes a text for the brackets of a Markdown picture. */
export function escapeAlt(words: string): string {
  return words.replace(/[\r\n]+/g, ' ').replace(/[\\[\]]/g, '\\$&')
}

/** The text for a preview, with a note in place of each picture that is still being uploaded. */
export function replacePlaceholders(text: string): string {
  let result = ''
  let at = 0
  for (const mark of findPictures(text)) {
    if (!readPlaceholderKey(mark.address)) continue
    result += `${text.slice(at, mark.from)}*（图片上传中）*`
    at = mark.to
  }
  return result + text.slice(at)
}

import { parseCopied } from '../parse-copied.ts'

export interface TransferredPictures {
  /** Pictures that can be uploaded. */
  files: File[]
  /** Number of copied pictures that the clipboard does not contain. */
  missing: number
}

/**
 * Collects the pictures of a paste or drop: its files, or those embedded in copied HTML as `data:` addresses. Pictures
 * on other sites are only counted, because this page may not fetch them.
 */
export function collectPictures(transfer: Pick<DataTransfer, 'files' | 'getData'>): TransferredPictures {
  const files = [...transfer.files]
  const html = transfer.getData('text/html')
  if (html === '') return { files, missing: 0 }
  const { body } = parseCopied(html)
  // A copied picture comes as a file and as HTML with its address; copied text may come with a picture of itself.
  if (files.length > 0) return { files: body.textContent?.trim() ? [] : files, missing: 0 }
  const sources = [...body.querySelectorAll('img')].map((image) => image.getAttribute('src') ?? '')
  const written = sources.map(toPictureFile).filter((file) => file !== null)
  return { files: written, missing: sources.length - written.length }
}

/** Decodes a `data:image/png;base64,…` address; `null` for any other address. */
export function toPictureFile(address: string): File | null {
  const match = /^data:(image\/(?:png|jpeg|gif|webp));base64,([A-Za-z0-9+/=\s]+)$/.exec(address)
  if (!match?.[1] || !match[2]) return null
  try {
    const bytes = Uint8Array.from(atob(match[2].replace(/\s/g, '')), (letter) => letter.charCodeAt(0))
    return new File([bytes], `picture.${match[1].slice('image/'.length)}`, { type: match[1] })
  } catch {
    return null
  }
}

/** Says why a picture of copied HTML, which `toPictureFile` refuses, is left out. */
export function describeRefusal(address: string): string {
  return /^data:image\/svg/i.test(address) ? 'SVG 不能上传，请另存为 PNG' : '不是 JPG、PNG、GIF 或 WebP 图片'
}

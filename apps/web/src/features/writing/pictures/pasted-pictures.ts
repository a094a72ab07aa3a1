import { parseDocument } from '#lib/html/trusted-html.ts'

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
  // When a picture is copied, the clipboard contains the file and also HTML with its address.
  if (files.length > 0 || html === '') return { files, missing: 0 }
  const images = [...parseDocument(html).querySelectorAll('img')]
  const sources = images.map((image) => image.getAttribute('src') ?? '')
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

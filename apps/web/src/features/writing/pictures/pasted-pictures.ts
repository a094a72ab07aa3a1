import { parseDocument } from '#lib/html/trusted-html.ts'

/** What a paste or a drop brings besides plain text. */
export interface Brought {
  /** Pictures that can be sent. */
  files: File[]
  /** Pictures that stand in what was copied, and that the clipboard does not hold. */
  missing: number
}

/**
 * Pictures of a paste or drop. Files come as they are; pictures written into copied HTML are made files of; of those that
 * only lie on another site there is nothing but the address, which this page may not fetch.
 */
export function picturesOf(transfer: Pick<DataTransfer, 'files' | 'getData'>): Brought {
  const files = [...transfer.files]
  const html = transfer.getData('text/html')
  // A browser that copies a picture gives the file and, beside it, HTML with its address.
  if (files.length > 0 || html === '') return { files, missing: 0 }
  const images = [...parseDocument(html).querySelectorAll('img')]
  const sources = images.map((image) => image.getAttribute('src') ?? '')
  const written = sources.map(toPictureFile).filter((file) => file !== null)
  return { files: written, missing: sources.length - written.length }
}

/** A picture written as `data:image/png;base64,…`; `null` for anything else. */
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

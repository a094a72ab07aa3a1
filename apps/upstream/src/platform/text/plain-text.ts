const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Lists the words of the pictures, which readers see in place of one that is missing. */
export function readPictureWords(html: string): string[] {
  return [...html.matchAll(/<img\b[^>]*?\salt="([^"]+)"/g)].map(([, words = '']) => toPlainText(words))
}

/**
 * Returns a comment or a post as plain text.
 * @param html sanitised when it was stored
 * @param picture text in place of a picture
 */
export function toPlainText(html: string, picture = '［图片］'): string {
  return html
    .replace(/<img\b[^>]*>/g, picture)
    .replace(/<(?:br|p|\/p|\/?div)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
}

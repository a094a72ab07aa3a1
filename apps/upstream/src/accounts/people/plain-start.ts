const CHARACTERS = 120
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Returns the beginning of a comment or a post as plain text. @param html sanitised when it was stored */
export function toPlainStart(html: string): string {
  const plain = html
    .replace(/<img\b[^>]*>/g, '［图片］')
    .replace(/<(?:br|p|\/p|\/?div)\b[^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  const characters = [...plain]
  return characters.length > CHARACTERS ? `${characters.slice(0, CHARACTERS).join('')}…` : plain
}

import { toPlainText } from '#platform/text/plain-text.ts'

const CHARACTERS = 120

/** Returns the beginning of a comment or a post as plain text. @param html sanitised when it was stored */
export function toPlainStart(html: string): string {
  const characters = [...toPlainText(html).replace(/\s+/g, ' ').trim()]
  return characters.length > CHARACTERS ? `${characters.slice(0, CHARACTERS).join('')}…` : characters.join('')
}

import { carriesToken } from '@portal/contract/paths/addresses.ts'
import { asSafeHtml, escapeHtml, type SafeHtml, toPlainText } from '#lib/html/safe-html.ts'

/** Converts a typed message to the wire format: text with `<br>` for line breaks. */
export function toMessageHtml(typed: string): string {
  return escapeHtml(typed.trim().replace(/\r\n?/g, '\n')).replace(/\n/g, '<br>')
}

/** Makes a message of one picture. */
export function toPictureHtml(address: string): string {
  return `<img src="${escapeHtml(address)}" alt="图片">`
}

/** Converts message HTML back to typed text, without pictures. */
export function toTypedText(html: SafeHtml): string {
  return toPlainText(asSafeHtml(html.replace(/<br\s*\/?>|<\/p>/gi, '\n')))
}

const PICTURE = /<img\b[^>]*>/gi

/** Converts a message to one line of text. */
export function toOneLine(html: SafeHtml): string {
  const words = html.replace(PICTURE, ' [图片] ').replace(/<br\s*\/?>|<\/p>/gi, ' ')
  return toPlainText(asSafeHtml(words)).replace(/\s+/g, ' ')
}

/** Whether a message is one picture without text. Other clients send pictures in text messages, so its type is not enough. */
export function isOnlyPicture(html: SafeHtml): boolean {
  return (html.match(PICTURE)?.length ?? 0) === 1 && toPlainText(html) === ''
}

/** Key that is equal for a sent message and its confirmation, although the BFF rewrites attributes and entities. */
export function toComparisonKey(html: string): string {
  const sources = [...html.matchAll(/<img\b[^>]*\bsrc="([^"]*)"/gi)].map(([, source]) => source)
  return [toOneLine(asSafeHtml(html)), ...sources].join('\n')
}

/** Matches links and tags, which are skipped, or text. */
const PART = /(<a\b[^>]*>[\s\S]*?<\/a>|<[^>]*>)|([^<]+)/gi
/** Matches an address up to white space, Chinese punctuation, or an entity other than `&amp;`. */
const ADDRESS = /https?:\/\/(?:(?!&(?!amp;))[^\s<>"'\u3000-\u303f\uff00-\uffef‘’“”…])+/gi

/** Turns addresses in the text into links that open a new tab without an opener. */
export function linkAddresses(html: SafeHtml): SafeHtml {
  return asSafeHtml(
    html.replace(PART, (whole: string, _skipped: string | undefined, text: string | undefined) =>
      text === undefined ? whole : text.replace(ADDRESS, toLink),
    ),
  )
}

function toLink(found: string): string {
  const address = trimAddress(found)
  if (!isFollowable(address.replace(/&amp;/g, '&'))) return found
  const link = `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${address}</a>`
  return link + found.slice(address.length)
}

/** Removes punctuation after an address, and the bracket around it. */
function trimAddress(found: string): string {
  let address = found
  for (;;) {
    const isOpen = address.endsWith(')') && address.split('(').length >= address.split(')').length
    const shorter = isOpen ? address : address.replace(/(?:[.,;:!?)\]}]|&amp;)$/, '')
    if (shorter === address) return address
    address = shorter
  }
}

/** Whether a link may be followed: one with a login token could log the reader in to another account. */
function isFollowable(address: string): boolean {
  try {
    const { host, username } = new URL(address)
    return host !== '' && username === '' && !carriesToken(address)
  } catch {
    return false
  }
}

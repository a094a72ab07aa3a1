import { carriesToken } from '@portal/contract/addresses.ts'
import { asSafeHtml, type SafeHtml, toPlainText } from '#lib/html/safe-html.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}

/** What was typed, as it goes over the wire: text, and `<br>` for each line break. */
export function toMessageHtml(typed: string): string {
  return escapeHtml(typed.trim().replace(/\r\n?/g, '\n')).replace(/\n/g, '<br>')
}

/** A message that is one picture. */
export function toPictureHtml(address: string): string {
  return `<img src="${escapeHtml(address)}" alt="图片">`
}

/** Message HTML as it would be typed; pictures have no place there. */
export function toTypedText(html: SafeHtml): string {
  return toPlainText(asSafeHtml(html.replace(/<br\s*\/?>|<\/p>/gi, '\n')))
}

const PICTURE = /<img\b[^>]*>/gi

/** A message in a line of a list. */
export function toOneLine(html: SafeHtml): string {
  const words = html.replace(PICTURE, ' [图片] ').replace(/<br\s*\/?>|<\/p>/gi, ' ')
  return toPlainText(asSafeHtml(words)).replace(/\s+/g, ' ')
}

/** Whether a message is one picture and no words, whatever its kind says: other clients send pictures among text. */
export function isOnlyPicture(html: SafeHtml): boolean {
  return (html.match(PICTURE)?.length ?? 0) === 1 && toPlainText(html) === ''
}

/** Equal for what was sent and what came back of it: the BFF adds attributes to pictures and writes entities its way. */
export function comparisonKey(html: string): string {
  const sources = [...html.matchAll(/<img\b[^>]*\bsrc="([^"]*)"/gi)].map(([, source]) => source)
  return [toOneLine(asSafeHtml(html)), ...sources].join('\n')
}

/** Everything but text is passed over: tags, and what stands inside of a link already. */
const PART = /(<a\b[^>]*>[\s\S]*?<\/a>|<[^>]*>)|([^<]+)/gi
/** Ends at a space, at Chinese punctuation, and at an entity that is no `&amp;`. */
const ADDRESS = /https?:\/\/(?:(?!&(?!amp;))[^\s<>"'\u3000-\u303f\uff00-\uffef‘’“”…])+/gi

/** Addresses in the text become links that open a new tab, which knows nothing of this one. */
export function withLinks(html: SafeHtml): SafeHtml {
  return asSafeHtml(
    html.replace(PART, (whole: string, _kept: string | undefined, text: string | undefined) =>
      text === undefined ? whole : text.replace(ADDRESS, toLink),
    ),
  )
}

function toLink(found: string): string {
  const address = withoutTail(found)
  if (!isFollowable(address.replace(/&amp;/g, '&'))) return found
  const link = `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${address}</a>`
  return link + found.slice(address.length)
}

/** A full stop after an address, or the bracket around it, is not part of it. */
function withoutTail(found: string): string {
  let address = found
  for (;;) {
    const isOpen = address.endsWith(')') && address.split('(').length >= address.split(')').length
    const shorter = isOpen ? address : address.replace(/(?:[.,;:!?)\]}]|&amp;)$/, '')
    if (shorter === address) return address
    address = shorter
  }
}

/** Who follows a link with a login token in it would be logged in as somebody else. */
function isFollowable(address: string): boolean {
  try {
    const { host, username } = new URL(address)
    return host !== '' && username === '' && !carriesToken(address)
  } catch {
    return false
  }
}

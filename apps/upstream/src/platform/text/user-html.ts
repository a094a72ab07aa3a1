import sanitizeHtml from 'sanitize-html'
import { isOwnPicture } from './address.ts'
import { toOneLine } from './one-line.ts'

/** Maximum depth of elements. The parser's time grows with its square, and comments are far below. */
const DEPTH_MAX = 100

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['img'],
  allowedAttributes: { img: ['src', 'alt', 'width', 'height'] },
  nestingLimit: DEPTH_MAX,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs.src ?? ''),
}

/** Characters with a meaning in HTML; most texts have none. */
const MARKUP = /[<>&]/

/** Returns whether the text needs no sanitising. */
export function isPlain(typed: string): boolean {
  return !MARKUP.test(typed)
}

/** Converts plain text of several lines: each line as by `toOneLine`, with at most one empty line between two. */
export function toParagraphs(typed: string): string {
  const lines = typed.split(/\r\n?|\n/).map((line) => toOneLine(line, line.length))
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/**
 * Sanitises HTML of users: text and pictures of this site stay, and of other elements the text only. Empty when nothing
 * visible is left.
 */
export function sanitizeUserHtml(typed: string): string {
  return toParagraphs(isPlain(typed) ? typed : sanitizeHtml(typed, OPTIONS))
}

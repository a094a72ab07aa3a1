import sanitizeHtml from 'sanitize-html'
import { isOwnPicture } from './address.ts'
import { oneLine } from './one-line.ts'

/** Depth of elements; the parser's time grows with its square, and comments are far below. */
const DEPTH_MAX = 100

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['img'],
  allowedAttributes: { img: ['src', 'alt', 'width', 'height'] },
  nestingLimit: DEPTH_MAX,
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs.src ?? ''),
}

/** Characters with a meaning in HTML; most texts have none. */
const MARKUP = /[<>&]/

/** Whether the text needs no sanitising. */
export function isPlain(typed: string): boolean {
  return !MARKUP.test(typed)
}

/** Plain text of several lines: lines as by `oneLine`, never more than one empty line between two. */
export function paragraphs(typed: string): string {
  const lines = typed.split(/\r\n?|\n/).map((line) => oneLine(line, line.length))
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** User HTML: text and pictures of this site; of other elements only the text stays. Empty when nothing visible is left. */
export function userHtml(typed: string): string {
  return paragraphs(isPlain(typed) ? typed : sanitizeHtml(typed, OPTIONS))
}

import { blankCode } from '#domain/writing/markup.ts'

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/

/** Text of the first heading in a Markdown text; empty when it has none. */
export function findFirstHeading(markdown: string): string {
  let before = ''
  for (const line of blankCode(removeFrontMatter(markdown)).split('\n')) {
    const heading = HEADING.exec(line)?.[1] ?? (UNDERLINE.test(line) ? before : '')
    const words = removeMarks(heading)
    if (words) return words
    before = /^ {0,3}(?![>*+\-|\d ])\S/.test(line) ? line : ''
  }
  return ''
}

/** Removes the front matter, which site generators write between two lines of dashes. */
function removeFrontMatter(markdown: string): string {
  return markdown.replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)\n/, '')
}

/** Replaces links and pictures by their text. */
function removeMarks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`~]+|\b_+|_+\b/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

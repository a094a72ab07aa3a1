import { blankCode } from '../markup.ts'

const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/
const UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/

export interface FirstHeading {
  /** Its text; empty when there is no heading. */
  title: string
  /** What follows the heading; `null` when something stands before it, or a picture in it. */
  rest: string | null
}

/** Finds the first heading in a Markdown text. */
export function findFirstHeading(markdown: string): FirstHeading {
  const body = removeFrontMatter(markdown)
  const lines = blankCode(body).split('\n')
  let before = ''
  for (const [at, line] of lines.entries()) {
    const isUnderlined = !HEADING.test(line) && UNDERLINE.test(line)
    const heading = HEADING.exec(line)?.[1] ?? (isUnderlined ? before : '')
    const title = removeMarks(heading)
    if (title) {
      const source = body.split('\n')
      const above = source.slice(0, isUnderlined ? at - 1 : at).join('')
      const isFirst = body === markdown && above.trim() === ''
      const below = source.slice(at + 1).join('\n')
      return { title, rest: isFirst && !heading.includes('![') ? raiseHeadings(below.replace(/^\n+/, '')) : null }
    }
    before = /^ {0,3}(?![>*+\-|\d ])\S/.test(line) ? line : ''
  }
  return { title: '', rest: null }
}

/** Raises the headings by one level when none is of the second, which stands below the title. */
function raiseHeadings(markdown: string): string {
  const isHeading = blankCode(markdown)
    .split('\n')
    .map((line) => HEADING.test(line))
  const source = markdown.split('\n')
  if (source.some((line, at) => UNDERLINE.test(line) || (isHeading[at] && /^ *##?[ \t]/.test(line)))) return markdown
  return source.map((line, at) => (isHeading[at] ? line.replace('#', '') : line)).join('\n')
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

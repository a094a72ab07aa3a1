import { ARTICLE_LIMITS } from '@portal/contract/constants.ts'
import sanitizeHtml from 'sanitize-html'
import TurndownService from 'turndown'

/** Deeper elements are dropped, their text stays. */
const NESTING_MAX = 60
/** Maximum number of columns that one cell may span. */
const SPAN_MAX = 60

const KEPT = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'div', 'section', 'article', 'br', 'hr', 'blockquote', 'pre', 'code'],
  ...['ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 's', 'del', 'strike', 'sub', 'sup', 'a', 'img', 'figure'],
  ...['figcaption', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
]

/** Keeps what articles have, as the paste of the editor does; a frame of another site becomes a link. */
const cleanHtml = (html: string) =>
  sanitizeHtml(html, {
    allowedTags: KEPT,
    allowedAttributes: {
      a: ['href'],
      img: ['src', 'alt'],
      ol: ['start'],
      th: ['colspan', 'rowspan', 'align'],
      td: ['colspan', 'rowspan', 'align'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    nestingLimit: NESTING_MAX,
    transformTags: {
      iframe: (_name, { src = '' }) => ({ tagName: 'a', attribs: { href: src }, text: src }),
    },
  })

const OPENING = /^[\s，。：；！？、“”‘’（）《》「」『』【】…—·]+/
const CLOSING = /[\s，。：；！？、“”‘’（）《》「」『』【】…—·:;,.!?]+$/

/** Marks text; signs at its edges stand outside, because Markdown does not recognise the mark beside Chinese text otherwise. */
function mark(sign: string, content: string): string {
  const opening = OPENING.exec(content)?.[0] ?? ''
  const rest = content.slice(opening.length)
  // Searched in the last characters only: the expression would try each position of a long text.
  const closing = CLOSING.exec(rest.slice(-20))?.[0] ?? ''
  const inner = rest.slice(0, rest.length - closing.length)
  return inner === '' ? content : `${opening}${sign}${inner}${sign}${closing}`
}

/** What the rules need of the library's elements. */
interface Element {
  nodeName: string
  parentNode: Element | null
  nextSibling: unknown
  textContent: string | null
  children: ArrayLike<Element>
  getAttribute(name: string): string | null
  closest(selector: string): Element | null
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): ArrayLike<Element>
}
interface Rule {
  filter: TurndownService.Filter
  replacement: (content: string, node: Element) => string
}
type Rules = Readonly<Record<string, Rule>>

const INLINE: Rules = {
  strong: { filter: ['strong', 'b'], replacement: (content) => mark('**', content) },
  emphasis: { filter: ['em', 'i'], replacement: (content) => mark('*', content) },
  strike: { filter: ['s', 'del', 'strike' as 's'], replacement: (content) => mark('~~', content) },
  raised: {
    filter: ['sub', 'sup'],
    replacement: (content, node) => {
      const name = node.nodeName.toLowerCase()
      return content.trim() === '' ? content : `<${name}>${content}</${name}>`
    },
  },
  picture: {
    filter: 'img',
    replacement: (_content, node) => {
      const caption = node.closest('figure')?.querySelector('figcaption')?.textContent ?? ''
      return writePicture(node.getAttribute('src') ?? '', node.getAttribute('alt') ?? '', caption)
    },
  },
  caption: {
    filter: 'figcaption',
    replacement: (content, node) => (node.closest('figure')?.querySelector('img') ? '' : `\n\n${content}\n\n`),
  },
}

const toLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** @returns '' for a picture without an address, e.g. one that was written into the text */
function writePicture(address: string, text: string, caption: string): string {
  if (address === '') return ''
  const alt = toLine(text).replace(/[[\]\\]/g, '\\$&')
  const title = toLine(caption).replace(/["\\]/g, '\\$&')
  const target = /[\s()<>]/.test(address) ? encodeURI(address).replaceAll('(', '%28').replaceAll(')', '%29') : address
  return `![${alt}](${target}${title && ` "${title}"`})`
}

/** Rules of lists and code; items are counted as they come. */
const makeBlockRules = (): Rules => {
  const numbers = new Map<Element | null, number>()
  return {
    item: {
      filter: 'li',
      replacement: (content, node) => {
        const list = node.parentNode
        const number = numbers.get(list) ?? (Number.parseInt(list?.getAttribute('start') ?? '', 10) || 1)
        numbers.set(list, number + 1)
        const sign = list?.nodeName === 'OL' ? `${number}. ` : '- '
        const lines = content.trim().replace(/\n/g, `\n${' '.repeat(sign.length)}`)
        return `${sign}${lines}${node.nextSibling ? '\n' : ''}`
      },
    },
    code: {
      filter: 'pre',
      replacement: (_content, node) => {
        const text = (node.textContent ?? '').replace(/\n$/, '')
        const longest = (text.match(/`{3,}/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2)
        const fence = '`'.repeat(longest + 1)
        return `\n\n${fence}\n${text}\n${fence}\n\n`
      },
    },
  }
}

/** Rules of tables: cells are collected, and the table is written from them. */
function makeTableRules(): Rules {
  const cells = new Map<Element, string>()
  return {
    cell: {
      filter: ['th', 'td'],
      replacement: (content, node) => {
        cells.set(
          node,
          content
            .trim()
            .replace(/\s*\n\s*/g, '<br>')
            .replace(/(?<!\\)\|/g, '\\|'),
        )
        return ''
      },
    },
    row: { filter: 'tr', replacement: () => '' },
    table: {
      filter: 'table',
      replacement: (_content, node) => `\n\n${writeTable(node, cells)}\n\n`,
    },
    tableCaption: { filter: 'caption', replacement: () => '' },
  }
}

class TableTooLarge extends Error {}

/** Writes rows of equal length; a merged cell has its text in the first of its places. */
function writeTable(table: Element, cells: ReadonlyMap<Element, string>): string {
  const grid: (string | undefined)[][] = []
  const rows = Array.from(table.querySelectorAll('tr')).filter((row) => row.closest('table') === table)
  let placed = 0
  rows.forEach((row, y) => {
    let x = 0
    for (const cell of Array.from(row.children)) {
      while (grid[y]?.[x] !== undefined) x += 1
      const width = readSpan(cell, 'colspan', SPAN_MAX)
      const height = readSpan(cell, 'rowspan', rows.length - y)
      for (let dy = 0; dy < height; dy += 1) {
        for (let dx = 0; dx < width; dx += 1) {
          const line = grid[y + dy] ?? []
          grid[y + dy] = line
          line[x + dx] = dx + dy === 0 ? (cells.get(cell) ?? '') : ''
        }
      }
      x += width
      placed += width * height
      if (placed > ARTICLE_LIMITS.cells) throw new TableTooLarge()
    }
  })
  const width = grid.reduce((most, { length }) => Math.max(most, length), 0)
  if (width === 0) return ''
  const lines = grid.map((line) => `| ${Array.from({ length: width }, (_, x) => line[x] ?? '').join(' | ')} |`)
  lines.splice(1, 0, `|${' --- |'.repeat(width)}`)
  const caption = toLine(table.querySelector('caption')?.textContent ?? '')
  return `${caption && `${caption}\n\n`}${lines.join('\n')}`
}

function readSpan(cell: Element, name: string, most: number): number {
  return Math.max(1, Math.min(Number.parseInt(cell.getAttribute(name) ?? '', 10) || 1, most))
}

/** Headings begin at the second level, because the first is the title of the article. */
const makeHeadingRule = (shift: number): Rule => ({
  filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  replacement: (content, node) => {
    const text = content.trim().replace(/\s*\n\s*/g, ' ')
    return text === '' ? '' : `\n\n${'#'.repeat(Math.min(Number(node.nodeName[1]) + shift, 4))} ${text}\n\n`
  },
})

/** Larger texts are stored without formatting, because their conversion takes seconds. */
const HTML_MAX_CHARS = 500_000
const TAGS_MAX = 10_000

interface ConvertedHtml {
  markdown: string
  /** The formatting was left out, because there was too much of it. */
  isPlain: boolean
}

/** Converts HTML of a stranger to the Markdown of articles. The server sanitises what it renders of it again. */
export function convertHtml(html: string): ConvertedHtml {
  const plain = dropComments(html)
  const isLarge = plain.length > HTML_MAX_CHARS || plain.split('<').length > TAGS_MAX
  const markdown = isLarge ? null : toMarkdown(plain)
  return { markdown: markdown ?? toPlainText(plain), isPlain: markdown === null }
}

/** Removes comments in one pass: an expression would search from each unclosed one to the end. */
function dropComments(html: string): string {
  const [first = '', ...rest] = html.split('<!--')
  return first + rest.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : '')).join('')
}

function toPlainText(html: string): string {
  const lines = html.replace(/<(?:\/p|br|\/div|\/li|\/h\d|\/tr)\b[^<>]*>/gi, '\n').replace(/<[^<>]*>/g, '')
  // It is above the limit of a text in any case.
  if (lines.length > HTML_MAX_CHARS) return lines
  return lines
    .split('\n')
    .map((line) => line.trim().replace(/[\\`*_[\]<>#|~]/g, '\\$&'))
    .filter((line) => line !== '')
    .join('\n\n')
}

/** @returns `null` for a table with too many cells */
function toMarkdown(html: string): string | null {
  const clean = cleanHtml(html)
  const service = new TurndownService({
    hr: '---',
    br: '\\',
    headingStyle: 'atx',
    emDelimiter: '*',
    codeBlockStyle: 'fenced',
  })
  const heading = makeHeadingRule(/<h1[\s>]/i.test(clean) ? 1 : 0)
  for (const [name, rule] of Object.entries({ ...INLINE, ...makeBlockRules(), ...makeTableRules(), heading })) {
    service.addRule(name, rule as TurndownService.Rule)
  }
  try {
    return service.turndown(clean)
  } catch (error) {
    if (error instanceof TableTooLarge) return null
    throw error
  }
}

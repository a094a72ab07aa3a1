import { blocksOf, blockText, type HtmlBlock, joinBlocks } from './html-blocks.ts'
import type { SafeHtml } from './safe-html.ts'

export interface HtmlSection {
  /** Of the heading, so that an address can name it; made of its place when the heading has none. */
  id: string
  title: string
  /** The heading's words, as they were set. */
  titleHtml: SafeHtml
  body: SafeHtml
  /** Heading and body. */
  html: SafeHtml
}

export interface SplitHtml {
  /** What stands before the first heading. */
  lead: SafeHtml
  sections: HtmlSection[]
}

/** Splits sanitised HTML at its headings of one level; a heading within something else does not split it. */
export function splitAtHeadings(html: SafeHtml, level: 'h2' | 'h3'): SplitHtml {
  const blocks = blocksOf(html)
  const starts = blocks.flatMap(({ tag }, index) => (tag === level ? [index] : []))
  return {
    lead: joinBlocks(blocks.slice(0, starts[0] ?? blocks.length)),
    sections: starts.map((start, order) => {
      const heading = blocks[start] as HtmlBlock
      return {
        id: heading.id || `${level}-${order + 1}`,
        title: blockText(heading),
        titleHtml: heading.inner,
        body: joinBlocks(blocks.slice(start + 1, starts[order + 1])),
        html: joinBlocks(blocks.slice(start, starts[order + 1])),
      }
    }),
  }
}

export interface Fact {
  name: string
  value: string
}

const FACT = /^([^：:]{1,10})[：:]\s*(.+)$/

/** Takes a list `时限：当日` from the beginning of a text. */
export function takeFacts(html: SafeHtml): { facts: Fact[]; rest: SafeHtml } {
  const [first, ...others] = blocksOf(html)
  if (first?.tag !== 'ul') return { facts: [], rest: html }
  const found = blocksOf(first.inner).map((item) => FACT.exec(blockText(item)))
  if (found.includes(null)) return { facts: [], rest: html }
  const facts = found.map((match) => ({ name: match?.[1] ?? '', value: match?.[2] ?? '' }))
  return { facts, rest: joinBlocks(others) }
}

/** Takes the first paragraph from the beginning of a text. */
export function takeParagraph(html: SafeHtml): { paragraph: string; rest: SafeHtml } {
  const [first, ...others] = blocksOf(html)
  if (first?.tag !== 'p') return { paragraph: '', rest: html }
  return { paragraph: blockText(first), rest: joinBlocks(others) }
}

/** Takes all elements of one kind out of a text, e.g. its pictures. */
export function takeAll(html: SafeHtml, tag: string): { taken: SafeHtml[]; rest: SafeHtml } {
  const blocks = blocksOf(html)
  return {
    taken: blocks.filter((block) => block.tag === tag).map((block) => block.html),
    rest: joinBlocks(blocks.filter((block) => block.tag !== tag)),
  }
}

export interface HtmlTable {
  head: string[]
  rows: SafeHtml[][]
}

/** Takes the first table out of a text, when it has a head and each of its rows as many cells. */
export function takeTable(html: SafeHtml): { table: HtmlTable | null; rest: SafeHtml } {
  const blocks = blocksOf(html)
  const found = blocks.find(({ tag }) => tag === 'table')
  const table = found ? readTable(found.inner) : null
  return table ? { table, rest: joinBlocks(blocks.filter((block) => block !== found)) } : { table, rest: html }
}

function readTable(html: SafeHtml): HtmlTable | null {
  const parts = blocksOf(html)
  const rowsOf = (part: string) =>
    parts.filter(({ tag }) => tag === part).flatMap(({ inner }) => blocksOf(inner).map((row) => blocksOf(row.inner)))
  const [head, ...more] = rowsOf('thead')
  const rows = rowsOf('tbody')
  if (!head || more.length > 0 || rows.some((row) => row.length !== head.length)) return null
  return { head: head.map(blockText), rows: rows.map((row) => row.map(({ inner }) => inner)) }
}

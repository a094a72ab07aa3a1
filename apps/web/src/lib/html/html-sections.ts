import { blockText, type HtmlBlock, joinBlocks, parseBlocks } from './html-blocks.ts'
import type { SafeHtml } from './safe-html.ts'

export interface HtmlSection {
  /** Id of the heading, or an id made from its position. */
  id: string
  title: string
  titleHtml: SafeHtml
  body: SafeHtml
  /** Heading and body together. */
  html: SafeHtml
}

/** Splits sanitised HTML at its top-level headings of one level; `lead` is the content before the first heading. */
export function splitAtHeadings(html: SafeHtml, level: 'h2' | 'h3'): { lead: SafeHtml; sections: HtmlSection[] } {
  const blocks = parseBlocks(html)
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

/** Extracts a leading list of facts (`时限：当日`). */
export function takeFacts(html: SafeHtml): { facts: Fact[]; rest: SafeHtml } {
  const [first, ...others] = parseBlocks(html)
  if (first?.tag !== 'ul') return { facts: [], rest: html }
  const found = parseBlocks(first.inner).map((item) => FACT.exec(blockText(item)))
  if (found.includes(null)) return { facts: [], rest: html }
  const facts = found.map((match) => ({ name: match?.[1] ?? '', value: match?.[2] ?? '' }))
  return { facts, rest: joinBlocks(others) }
}

/** Extracts a leading paragraph. */
export function takeParagraph(html: SafeHtml): { paragraph: string; rest: SafeHtml } {
  const [first, ...others] = parseBlocks(html)
  if (first?.tag !== 'p') return { paragraph: '', rest: html }
  return { paragraph: blockText(first), rest: joinBlocks(others) }
}

/** Extracts all top-level elements of one kind, for example pictures. */
export function takeAll(html: SafeHtml, tag: string): { taken: SafeHtml[]; rest: SafeHtml } {
  const blocks = parseBlocks(html)
  return {
    taken: blocks.filter((block) => block.tag === tag).map((block) => block.html),
    rest: joinBlocks(blocks.filter((block) => block.tag !== tag)),
  }
}

export interface HtmlTable {
  head: string[]
  rows: SafeHtml[][]
}

/** Extracts the first table, if it has a head and its rows are complete. */
export function takeTable(html: SafeHtml): { table: HtmlTable | null; rest: SafeHtml } {
  const blocks = parseBlocks(html)
  const found = blocks.find(({ tag }) => tag === 'table')
  const table = found ? readTable(found.inner) : null
  return table ? { table, rest: joinBlocks(blocks.filter((block) => block !== found)) } : { table, rest: html }
}

function readTable(html: SafeHtml): HtmlTable | null {
  const parts = parseBlocks(html)
  const parseRows = (part: string) =>
    parts
      .filter(({ tag }) => tag === part)
      .flatMap(({ inner }) => parseBlocks(inner).map((row) => parseBlocks(row.inner)))
  const [head, ...more] = parseRows('thead')
  const rows = parseRows('tbody')
  if (!head || more.length > 0 || rows.some((row) => row.length !== head.length)) return null
  return { head: head.map(blockText), rows: rows.map((row) => row.map(({ inner }) => inner)) }
}

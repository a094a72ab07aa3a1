import { blocksOf, blockText, joinBlocks } from '#lib/html/html-blocks.ts'
import { type HtmlSection, splitAtHeadings } from '#lib/html/html-sections.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'

export interface Vacancies {
  /** Introduction. */
  intro: SafeHtml
  /** How to apply: the line `应聘办法：` and what follows it, if present. */
  applying: { title: string; body: SafeHtml } | null
  vacancies: HtmlSection[]
}

const HEADING_LINE = /^.{2,12}[：:]$/

/** Parses the text: each heading is a vacancy; text before the first is about all of them. */
export function readVacancies(html: SafeHtml): Vacancies {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  const blocks = blocksOf(lead)
  const at = blocks.findIndex((block) => block.tag === 'p' && HEADING_LINE.test(blockText(block)))
  const heading = blocks[at]
  if (!heading) return { intro: lead, applying: null, vacancies: sections }
  return {
    intro: joinBlocks(blocks.slice(0, at)),
    applying: { title: blockText(heading).slice(0, -1), body: joinBlocks(blocks.slice(at + 1)) },
    vacancies: sections,
  }
}

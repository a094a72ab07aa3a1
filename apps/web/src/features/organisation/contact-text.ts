import { type HtmlSection, splitAtHeadings } from '#lib/html/html-sections.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'

export interface ContactText {
  /** The section on whom to contact, shown beside the form; `null` when the text has none. */
  matters: SafeHtml | null
  rest: SafeHtml
  /** Sections of the rest. */
  sections: HtmlSection[]
}

/** Found by its heading, so that an operator may reorder the sections. */
const MATTERS_TITLE = /事由/

export function readContactText(html: SafeHtml): ContactText {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  const matters = sections.find(({ title }) => MATTERS_TITLE.test(title))
  const others = sections.filter((section) => section !== matters)
  return {
    matters: matters?.html ?? null,
    rest: asSafeHtml([lead, ...others.map((section) => section.html)].join('\n')),
    sections: others,
  }
}

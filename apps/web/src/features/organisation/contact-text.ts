import { type HtmlSection, splitAtHeadings } from '#lib/html/html-sections.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'

export interface ContactText {
  /** Whom to ask about what, with its heading: it stands beside the form; `null` when the text has no such section. */
  matters: SafeHtml | null
  rest: SafeHtml
  /** Of the rest. */
  sections: HtmlSection[]
}

/** Known by its words, so that an operator may move the sections about. */
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

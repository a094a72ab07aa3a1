import { type Fact, type HtmlSection, splitAtHeadings, takeAll, takeTable } from '#lib/html/html-sections.ts'
import { asSafeHtml, type SafeHtml, toPlainText } from '#lib/html/safe-html.ts'

export interface Instrument {
  id: string
  name: string
  text: SafeHtml
  /** 测量什么, 适用, 范围与限制, 依据; empty when there is no table. */
  facts: (Omit<Fact, 'value'> & { value: SafeHtml })[]
  pictures: SafeHtml
}

/** Reads one instrument from each section; a table of two columns has its facts. */
export function readInstruments(html: SafeHtml): { lead: SafeHtml; instruments: Instrument[] } {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  return { lead, instruments: sections.map(toInstrument) }
}

function toInstrument({ id, title, body }: HtmlSection): Instrument {
  const { taken, rest: words } = takeAll(body, 'figure')
  const { table, rest } = takeTable(words)
  const isPairs = table?.head.length === 2
  return {
    id,
    name: title,
    text: isPairs ? rest : words,
    facts: isPairs
      ? table.rows.map(([name = asSafeHtml(''), value = asSafeHtml('')]) => ({ name: toPlainText(name), value }))
      : [],
    pictures: asSafeHtml(taken.join('\n')),
  }
}

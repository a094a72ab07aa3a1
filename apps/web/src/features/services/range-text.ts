import {
  type HtmlSection,
  type HtmlTable,
  splitAtHeadings,
  takeAll,
  takeFacts,
  takeTable,
} from '#lib/html/html-sections.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'

export interface Step {
  id: string
  title: string
  /** Duration: 当日, 1–3 个工作日; empty when missing. */
  duration: string
  /** Person in charge: 主检人员; empty when missing. */
  by: string
  text: SafeHtml
}

interface ScopePart {
  id: string
  title: string
  /** `null` when the part has none. */
  table: HtmlTable | null
  /** The text outside the table. */
  rest: SafeHtml
}

/** Sections are found by their titles, so that operators may move sections and add others. */
const FLOW_TITLE = /流程/
const SCOPE_TITLE = /范围/
/** Matches the number of a step such as `1 委托与编号`: the ruler adds numbers of its own. */
const NUMBERED = /^\d+[.、\s]+/

export type RangeText = ReturnType<typeof readRange>

/** `flow`: the steps of a sample. `scope`: the table of tests. Each is `null` when the text has none. */
export function readRange(html: SafeHtml) {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  const flowSection = sections.find(({ title }) => FLOW_TITLE.test(title))
  const scopeSection = sections.find(({ title }) => SCOPE_TITLE.test(title) && !FLOW_TITLE.test(title))
  const flow = flowSection ? readFlow(flowSection) : null
  const scope = scopeSection ? readScope(scopeSection) : null
  const used = [flow?.id, scope?.id]
  return { lead, flow, scope, others: sections.filter(({ id }) => !used.includes(id)) }
}

function readFlow({ id, title, body }: HtmlSection) {
  const { lead, sections } = splitAtHeadings(body, 'h3')
  if (sections.length === 0) return null
  const read = sections.map((section) => {
    const { facts, rest } = takeFacts(section.body)
    const { taken, rest: text } = takeAll(rest, 'figure')
    const getFact = (name: string) => facts.find((fact) => fact.name === name)?.value ?? ''
    const step = { id: section.id, title: section.title.replace(NUMBERED, ''), text }
    return { step: { ...step, duration: getFact('时限'), by: getFact('负责') }, figures: taken }
  })
  const figures = asSafeHtml(read.flatMap((one) => one.figures).join('\n'))
  return { id, title, intro: lead, steps: read.map(({ step }) => step), figures }
}

function readScope({ id, title, body }: HtmlSection) {
  const { lead, sections } = splitAtHeadings(body, 'h3')
  const { table, rest } = takeTable(lead)
  return table && { id, title, table, rest, parts: sections.map(readPart) }
}

function readPart({ id, title, body }: HtmlSection): ScopePart {
  return { id, title, ...takeTable(body) }
}

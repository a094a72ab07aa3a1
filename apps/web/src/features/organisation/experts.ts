import { type HtmlSection, splitAtHeadings, takeParagraph } from '#lib/html/html-sections.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'

export interface Expert {
  /** Anchor of the card. */
  id: string
  name: string
  /** 批准人, 审核人, 主检; empty when unknown. */
  role: string
  /** 玉石; empty when unknown. */
  field: string
  /** 从业近二十年, and the rest of the first line. */
  others: readonly string[]
  text: SafeHtml
}

const BETWEEN = /\s*·\s*/

/** Parses the text: each heading is a person, the first line under it is `审核人 · 玉石 · 从业近二十年`. */
export function readExperts(html: SafeHtml): { lead: SafeHtml; experts: Expert[] } {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  return { lead, experts: sections.map(toExpert) }
}

function toExpert({ id, title, body }: HtmlSection): Expert {
  const { paragraph, rest } = takeParagraph(body)
  const [role = '', field = '', ...others] = paragraph.split(BETWEEN)
  if (!field) return { id, name: title, role: '', field: '', others: [], text: body }
  return { id, name: title, role, field, others, text: rest }
}

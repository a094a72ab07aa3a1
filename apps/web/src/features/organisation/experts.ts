import { type HtmlSection, splitAtHeadings, takeParagraph } from '#lib/html/html-sections.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'

export interface Expert {
  /** Names the card in an address. */
  id: string
  name: string
  /** 批准人, 审核人, 主检; empty when the text does not say. */
  role: string
  /** 玉石; empty when the text does not say. */
  field: string
  /** 从业近二十年, and whatever else stands in the first line. */
  others: readonly string[]
  text: SafeHtml
}

const BETWEEN = /\s*·\s*/

/** Each heading is a person, and the first line under it says `审核人 · 玉石 · 从业近二十年`. */
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

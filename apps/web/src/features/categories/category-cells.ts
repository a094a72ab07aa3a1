import { CATEGORY } from '@portal/contract/constants.ts'
import type { Category } from '@portal/contract/site.ts'
import type { DrawingName } from '#ui/figures/drawing-names.ts'
import type { GemTone } from '#ui/figures/gem-drawing.ts'

/** A category in the tray. */
export interface CategoryCell {
  id: number
  name: string
  /** Number of articles; `null` when unknown. */
  count: number | null
  drawing: DrawingName
  tone: GemTone
}

interface Appearance {
  /** As in the menu; upstream's names may differ. */
  name?: string
  drawing: DrawingName
  tone: GemTone
}

const KNOWN: Readonly<Record<number, Appearance>> = {
  [CATEGORY.news]: { name: '新闻资讯', drawing: 'emerald-cut', tone: 'plain' },
  [CATEGORY.research]: { name: '研究', drawing: 'quartz', tone: 'quartz' },
  [CATEGORY.gem]: { name: '宝石百科', drawing: 'oval-brilliant', tone: 'ruby' },
  [CATEGORY.merchandise]: { name: '品牌周边', drawing: 'bangle', tone: 'jade' },
}

/** For categories that an operator adds; by id, so that each keeps its drawing. */
const OTHERS: readonly [Appearance, ...Appearance[]] = [
  { drawing: 'octahedron', tone: 'spinel' },
  { drawing: 'cabochon', tone: 'turquoise' },
  { drawing: 'hex-prism', tone: 'emerald' },
  { drawing: 'dodecahedron', tone: 'garnet' },
]

export function toCell({ id, name, articleNum }: Category): CategoryCell {
  const appearance = KNOWN[id] ?? OTHERS[id % OTHERS.length] ?? OTHERS[0]
  return {
    id,
    name: appearance.name ?? name,
    count: articleNum ?? null,
    drawing: appearance.drawing,
    tone: appearance.tone,
  }
}

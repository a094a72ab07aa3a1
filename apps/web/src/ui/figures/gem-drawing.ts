import type { DrawingName } from '#ui/figures/drawing-names.ts'
import type { StoneName } from './spectra.ts'

/** Colour of a gem's drawing; `plain` is the default of drawings. */
export type GemTone = 'ruby' | 'emerald' | 'jade' | 'turquoise' | 'garnet' | 'quartz' | 'spinel' | 'gold' | 'plain'

export interface GemDrawing {
  drawing: DrawingName
  tone: GemTone
  /** Stone whose absorption lines belong to the gem, if any. */
  stone?: StoneName
}

/** A word in a name or title, with the drawing of its gem. */
type GemEntry = readonly [word: string, drawing: DrawingName, tone: GemTone, stone?: StoneName]

/** Habit or usual cut, and typical colour of each species. */
const GEMS: readonly GemEntry[] = [
  ['钻石', 'round-brilliant', 'plain', 'diamond'],
  ['红宝石', 'oval-brilliant', 'ruby', 'ruby'],
  ['蓝宝石', 'brilliant-face', 'plain', 'sapphire'],
  ['刚玉', 'hex-prism', 'ruby', 'ruby'],
  ['祖母绿', 'emerald-cut', 'emerald', 'emerald'],
  ['海蓝宝石', 'hex-prism', 'quartz'],
  ['绿柱石', 'hex-prism', 'emerald', 'emerald'],
  ['金绿宝石', 'cabochon', 'jade'],
  ['猫眼', 'cabochon', 'jade'],
  ['变石', 'oval-brilliant', 'spinel', 'alexandrite'],
  ['尖晶石', 'octahedron', 'spinel'],
  ['碧玺', 'hex-prism-low', 'spinel'],
  ['托帕石', 'emerald-face', 'plain'],
  ['橄榄石', 'oval-brilliant', 'jade', 'peridot'],
  ['锆石', 'brilliant-face', 'quartz', 'zircon'],
  ['石榴石', 'dodecahedron', 'garnet', 'almandine'],
  ['镁铝榴石', 'dodecahedron', 'garnet', 'pyrope'],
  ['铁铝榴石', 'dodecahedron', 'garnet', 'almandine'],
  ['锰铝榴石', 'dodecahedron-low', 'ruby', 'spessartine'],
  ['钙铝榴石', 'dodecahedron', 'emerald'],
  ['沙弗莱', 'dodecahedron', 'emerald'],
  ['翠榴石', 'dodecahedron-low', 'jade', 'demantoid'],
  ['石英', 'quartz', 'quartz'],
  ['水晶', 'quartz', 'quartz'],
  ['紫晶', 'quartz', 'spinel'],
  ['黄晶', 'quartz', 'quartz'],
  ['紫晶、黄晶', 'quartz', 'quartz'],
  ['玉髓', 'cabochon', 'quartz'],
  ['玛瑙', 'cabochon', 'quartz'],
  ['欧泊', 'cabochon', 'plain'],
  ['月光石', 'cabochon', 'quartz'],
  ['翡翠', 'bangle', 'jade', 'jadeite'],
  ['和田玉', 'bi-disc', 'quartz'],
  ['软玉', 'bi-disc', 'quartz'],
  ['绿松石', 'cabochon-veined', 'turquoise', 'turquoise'],
  ['青金石', 'cabochon-veined', 'plain'],
  ['蛇纹石', 'bi-disc', 'jade'],
  ['岫玉', 'bi-disc', 'jade'],
  ['独山玉', 'bangle', 'quartz'],
  ['孔雀石', 'cabochon', 'emerald'],
  ['珍珠', 'sphere', 'quartz'],
  ['琥珀', 'cabochon', 'garnet'],
  ['珊瑚', 'sphere', 'ruby'],
  ['碳硅石', 'round-brilliant', 'quartz'],
  ['莫桑石', 'round-brilliant', 'quartz'],
  ['氧化锆', 'brilliant-face', 'quartz'],
  ['玻璃', 'oval-brilliant', 'quartz'],
  ['贵金属', 'ingot', 'gold'],
  ['足金', 'ingot', 'gold'],
  ['黄金', 'ingot', 'gold'],
  ['K 金', 'ingot', 'gold'],
  ['铂', 'bangle', 'quartz'],
  ['钯', 'bangle', 'quartz'],
  ['银', 'bangle', 'quartz'],
]

/** Drawings for unknown names. */
const UNKNOWN: readonly GemDrawing[] = [
  { drawing: 'octahedron', tone: 'plain' },
  { drawing: 'oval-brilliant', tone: 'plain' },
  { drawing: 'hex-prism', tone: 'plain' },
  { drawing: 'cabochon', tone: 'plain' },
]

/** Finds the gem named in a text: the longest match (海蓝宝石 is no 蓝宝石), then the first. */
export function findGem(text: string): GemDrawing | undefined {
  const found = GEMS.filter(([word]) => text.includes(word)).sort(
    ([a], [b]) => b.length - a.length || text.indexOf(a) - text.indexOf(b),
  )[0]
  if (!found) return undefined
  const [, drawing, tone, stone] = found
  return stone ? { drawing, tone, stone } : { drawing, tone }
}

/** Finds the drawing of a species by its Chinese name; an unknown name gets the same drawing each time. */
export function findGemDrawing(name: string): GemDrawing {
  const sum = [...name].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0)
  return findGem(name) ?? UNKNOWN[sum % UNKNOWN.length] ?? { drawing: 'octahedron', tone: 'plain' }
}

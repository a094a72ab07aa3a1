import type { DrawingName } from '#ui/figures/drawing-names.ts'
import { findGem, type GemDrawing, type GemTone } from '#ui/figures/gem-drawing.ts'
import { STONE_NAMES, type StoneName } from '#ui/figures/spectra.ts'

/** Background of a plate. */
export type PlateTone = 'deep' | 'gold' | 'turquoise' | 'sunken' | 'surface' | 'primary'

/** The computed cover of an article without a picture. */
export interface PlateChoice {
  tone: PlateTone
  drawing: DrawingName
  /** Colour of the drawing; `plain` follows the background. */
  ink: GemTone
  /** Stone whose absorption lines are drawn at the lower edge. */
  bars: StoneName | null
}

export interface PlateSubject {
  articleId: number
  categoryId: string | number | null
  title: string
}

/** Categories with their own covers; all others are treated as news (32). */
const RESEARCH = 33
const GEM = 34
const MERCHANDISE = 35

/**
 * Covers of news whose title names no subject: each drawing once per 17 articles, and no two neighbours with the same
 * background.
 */
const NEWS: readonly (readonly [PlateTone, DrawingName])[] = [
  ['deep', 'round-brilliant'],
  ['sunken', 'bangle'],
  ['primary', 'octahedron'],
  ['turquoise', 'cabochon'],
  ['deep', 'oval-brilliant'],
  ['sunken', 'hex-prism-low'],
  ['primary', 'brilliant-side'],
  ['turquoise', 'quartz'],
  ['deep', 'dodecahedron'],
  ['sunken', 'bi-disc'],
  ['primary', 'quartz-low'],
  ['turquoise', 'sphere'],
  ['deep', 'emerald-face'],
  ['sunken', 'octahedron-low'],
  ['primary', 'hex-prism'],
  ['turquoise', 'dodecahedron-low'],
  ['primary', 'brilliant-face'],
]

/** Drawings for news about certificates, which have a background of their own. */
const CERTIFICATE: readonly DrawingName[] = ['brilliant-face', 'certificate-folder', 'brilliant-plan']

const GEM_ENTRIES: readonly DrawingName[] = ['octahedron', 'oval-brilliant', 'hex-prism', 'cabochon', 'dodecahedron']

const GOODS: readonly (readonly [words: RegExp, DrawingName])[] = [
  [/放大镜|手电|灯|镊|镜/, 'loupe'],
  [/收纳|证书|盒|袋|包|夹/, 'certificate-folder'],
  [/图册|图鉴|手册|读本|书/, 'atlas'],
  [/色卡|标签|卡|牌/, 'colour-card'],
]

/** Chooses a cover by the title if it names a subject, else by the id; always the same for an article. */
export function choosePlate({ articleId, categoryId, title }: PlateSubject): PlateChoice {
  switch (Number(categoryId)) {
    case RESEARCH:
      return chooseResearch(articleId, title)
    case GEM:
      return chooseGem(articleId, title)
    case MERCHANDISE:
      return chooseGoods(articleId, title)
    default:
      return chooseNews(articleId, title)
  }
}

function chooseResearch(articleId: number, title: string): PlateChoice {
  const stone = findGem(title)?.stone ?? chooseStone(articleId)
  return { tone: 'surface', drawing: `curve-${stone}`, ink: 'plain', bars: null }
}

function chooseGem(articleId: number, title: string): PlateChoice {
  const gem = findGem(title)
  return {
    tone: 'surface',
    drawing: gem?.drawing ?? pick(GEM_ENTRIES, articleId),
    ink: gem?.tone ?? 'plain',
    bars: gem?.stone ?? null,
  }
}

function chooseGoods(articleId: number, title: string): PlateChoice {
  const named = GOODS.find(([words]) => words.test(title))?.[1]
  return { tone: 'sunken', drawing: named ?? pick(GOODS, articleId)[1], ink: 'plain', bars: null }
}

function chooseNews(articleId: number, title: string): PlateChoice {
  const gem = findGem(title)
  if (gem) {
    return { tone: chooseBackground(gem), drawing: gem.drawing, ink: 'plain', bars: gem.stone ?? null }
  }
  if (/证书|编号|二维码|底纹/.test(title)) {
    const drawing = pick(CERTIFICATE, articleId)
    return { tone: 'gold', drawing, ink: 'plain', bars: chooseStone(articleId) }
  }
  if (/能力验证|比对|质量|光谱|仪器/.test(title)) {
    return { tone: 'primary', drawing: `curve-${chooseStone(articleId)}`, ink: 'plain', bars: null }
  }
  const [tone, drawing] = pick(NEWS, articleId)
  return { tone, drawing, ink: 'plain', bars: tone === 'sunken' ? null : chooseStone(articleId) }
}

function chooseBackground({ drawing, tone }: GemDrawing): PlateTone {
  if (tone === 'turquoise') return 'turquoise'
  return drawing === 'bangle' || drawing === 'ingot' || drawing === 'bi-disc' || drawing === 'sphere'
    ? 'sunken'
    : 'deep'
}

/** Uses another step than `pick`, so that a drawing is combined with different lines. */
function chooseStone(articleId: number): StoneName {
  return pick(STONE_NAMES, articleId * 5)
}

function pick<T>(list: readonly [T, ...T[]] | readonly T[], id: number): T {
  const index = Number.isFinite(id) ? Math.abs(Math.trunc(id)) % list.length : 0
  const picked = list[index]
  if (picked === undefined) throw new RangeError('nothing to pick from')
  return picked
}

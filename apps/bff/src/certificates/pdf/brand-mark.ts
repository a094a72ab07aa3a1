import { INK } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'
import { CHINESE_WORDS } from './sheet-words.ts'

/** Size of a brilliant's table, and how far its star facets reach to the girdle, as in the site's logo. */
const TABLE = 0.57
const STAR = 0.5
/** The logo sets the part of the name before this word on a line of its own. */
const NAME_BREAK = '珠宝'

/**
 * Draws the crown of a brilliant from straight above, and the name in two lines beside it, with the English one on English sheets.
 * @param size size of the logo, pt
 */
export function drawBrand(
  pen: Pen,
  { siteName, siteNameEn = '' }: { siteName: string; siteNameEn?: string },
  { x, y, size }: { x: number; y: number; size: number },
): void {
  drawCrown(pen, { x: x + size / 2, y: y + size / 2, radius: size * 0.46 })
  const breakIndex = siteName.indexOf(NAME_BREAK)
  const [head, tail] = breakIndex > 0 ? [siteName.slice(0, breakIndex), siteName.slice(breakIndex)] : [siteName, '']
  const rest = (pen.words ?? CHINESE_WORDS).brand(tail, siteNameEn)
  const left = x + size * 1.25
  const big = { weight: 'bold', size: size * 0.48, colour: INK.text, tracking: 0.04 } as const
  if (rest === '') {
    pen.type.write(head, left, y + size * 0.68, big)
    return
  }
  pen.type.write(head, left, y + size * 0.47, big)
  pen.type.write(rest, left, y + size * 0.92, {
    weight: 'regular',
    size: size * 0.29,
    colour: INK.second,
    tracking: 0.04,
  })
}

export function drawCrown(
  { doc }: Pen,
  { x, y, radius, colour = INK.mark }: { x: number; y: number; radius: number; colour?: string },
): void {
  const edge = TABLE * Math.cos(Math.PI / 8)
  const tipRadius = edge + STAR * (1 - edge)
  const toPoint = (r: number, eighths: number): [number, number] => {
    const turn = (eighths * Math.PI) / 4 - Math.PI / 2
    return [x + r * radius * Math.cos(turn), y + r * radius * Math.sin(turn)]
  }
  doc
    .lineWidth(radius * 0.07)
    .lineJoin('round')
    .strokeColor(colour)
    .circle(x, y, radius)
  for (let facet = 0; facet < 8; facet += 1) {
    const tip = toPoint(tipRadius, facet + 0.5)
    doc
      .moveTo(...toPoint(TABLE, facet))
      .lineTo(...toPoint(TABLE, facet + 1))
      .lineTo(...tip)
      .lineTo(...toPoint(TABLE, facet))
    doc
      .moveTo(...toPoint(1, facet))
      .lineTo(...tip)
      .lineTo(...toPoint(1, facet + 1))
    doc.moveTo(...tip).lineTo(...toPoint(1, facet + 0.5))
  }
  doc.stroke()
}

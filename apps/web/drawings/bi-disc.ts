import { area, circle, line } from './markup.ts'
import { joined, rounded } from './path-data.ts'
import { BOX_PX } from './projection.ts'
import { RADIANS_PER_DEGREE } from './vector.ts'

const RADIUS_PX = BOX_PX * 0.44
const TILT = 50 * RADIANS_PER_DEGREE
const THICKNESS_PX = 0.12 * Math.cos(TILT) * RADIUS_PX
const CENTRE_X_PX = BOX_PX / 2
const CENTRE_Y_PX = CENTRE_X_PX - THICKNESS_PX / 2
const HOLE = 0.36

/** Rings of grain dots, 谷纹: radius as part of the disc's, number, and turn in parts of a step. */
const GRAIN: readonly (readonly [radius: number, count: number, turn: number])[] = [
  [0.52, 14, 0],
  [0.66, 18, 0.5],
  [0.8, 22, 0],
]
const GRAIN_RADIUS_PX = rounded(BOX_PX / 110)

/** The jade disc 璧: a flat ring seen from above at 50°, with its rims and grain dots. */
export function drawBiDisc(): string {
  const [x, y] = [rounded(CENTRE_X_PX - RADIUS_PX), rounded(CENTRE_Y_PX)]
  const edge =
    `M${x} ${y}v${rounded(THICKNESS_PX)}` +
    `a${joined([RADIUS_PX, RADIUS_PX * Math.sin(TILT)])} 0 0 0 ${rounded(2 * RADIUS_PX)} 0v${rounded(-THICKNESS_PX)}`
  const grain = GRAIN.flatMap(([radius, count, turn]) =>
    Array.from({ length: count }, (_, index) => {
      const angle = ((index + turn) / count) * 2 * Math.PI
      const dotX = CENTRE_X_PX + radius * RADIUS_PX * Math.cos(angle)
      const dotY = CENTRE_Y_PX + radius * RADIUS_PX * Math.sin(TILT) * Math.sin(angle)
      return circle(rounded(dotX), rounded(dotY), GRAIN_RADIUS_PX)
    }),
  )
  return [
    area(ring(1) + ring(HOLE), 0.09),
    line(ring(1) + ring(HOLE) + edge),
    line(ring(0.94) + ring(0.42), 0.45),
    `<g opacity=".5">${grain.join('')}</g>`,
  ].join('')
}

/** A circle on the disc's face, `radius` as part of the disc's. */
function ring(radius: number): string {
  const rx = rounded(radius * RADIUS_PX)
  const ry = rounded(radius * RADIUS_PX * Math.sin(TILT))
  return `M${rounded(CENTRE_X_PX - rx)} ${rounded(CENTRE_Y_PX)}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`
}

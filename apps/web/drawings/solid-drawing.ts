import { area, line } from './markup.ts'
import { chained, joined, polyline } from './path-data.ts'
import { fitToBox, type PaperPoint, rotation, type View } from './projection.ts'
import type { Solid } from './solid.ts'
import { dot, normalOf, sidesOf, unit, type Vector } from './vector.ts'

/** From the upper left, a little in front. In paper axes: right, up, towards the viewer. */
const LIGHT = unit([-0.5, 0.65, 0.6])
/** Opacity of a face turned straight away from the light. */
const DARKEST = 0.2
/** Edges on the far side, seen through the stone: 20 % at 70 % of the weight (design.md, 6). */
const HIDDEN_OPACITY = 0.16

/** Line drawing of a convex body: near faces lightly shaded after Lambert, near edges full, far edges faint. */
export function drawSolid(solid: Solid, view: View): string {
  const faces = solid.map((face) => face.map(rotation(view)))
  const toPaper = fitToBox(faces.flat())
  const shades = new Map<number, string>()
  const nearEdges = new Map<string, readonly [string, string]>()
  const farEdges = new Map<string, readonly [string, string]>()

  for (const face of faces) {
    const normal = normalOf(face)
    const isNear = normal[2] > 0.001
    const ring = face.map(toPaper)
    for (const [from, to] of sidesOf(ring.map(keyOf))) {
      const edges = isNear ? nearEdges : farEdges
      edges.set([from, to].sort().join(), [from, to])
    }
    if (!isNear) continue
    const shade = shadeOf(normal)
    shades.set(shade, (shades.get(shade) ?? '') + polyline(ring, { closed: true }))
  }
  for (const edge of nearEdges.keys()) farEdges.delete(edge)

  const grounds = [...shades].sort(([a], [b]) => a - b).map(([shade, rings]) => (shade > 0 ? area(rings, shade) : ''))
  return `${grounds.join('')}${line(edgeLines(farEdges), HIDDEN_OPACITY)}${line(edgeLines(nearEdges))}`
}

/** Half of (1 − n · l), in steps of 0.01 so that faces of one shade share a path. */
function shadeOf(normal: Vector): number {
  return Math.round(Math.max(0, (1 - dot(normal, LIGHT)) / 2) * DARKEST * 100) / 100
}

function edgeLines(edges: Map<string, readonly [string, string]>): string {
  return chained([...edges.values()])
    .map((points) => polyline(points.map(pointOf)))
    .join('')
}

/** Corners that fall on the same tenth of a px are one corner. */
function keyOf([x, y]: PaperPoint): string {
  return `${joined([x])} ${joined([y])}`
}

function pointOf(key: string): PaperPoint {
  const [x = 0, y = 0] = key.split(' ').map(Number)
  return [x, y]
}

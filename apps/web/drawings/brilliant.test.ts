import { expect, it } from 'vitest'
import { brilliant, brilliantSolid } from './brilliant.ts'
import { dot, middleOf, normalOf, sidesOf, type Vector } from './vector.ts'

it('has 57 facets and a girdle', () => {
  const { facets, girdle } = brilliant()
  expect(facets).toHaveLength(57)
  expect(girdle).toHaveLength(16)
})

it('is closed: every edge belongs to two faces, once in either direction', () => {
  const named = (point: Vector) => point.map((value) => (Math.round(value * 1e6) / 1e6 + 0).toString()).join()
  const edges = brilliantSolid().flatMap((face) => sidesOf(face.map(named)).map(([a, b]) => `${a} → ${b}`))
  const backwards = edges.map((edge) => edge.split(' → ').reverse().join(' → '))
  expect(new Set(edges).size).toBe(edges.length)
  expect(backwards.toSorted()).toEqual(edges.toSorted())
})

it('turns every face outwards', () => {
  expect(brilliantSolid().every((face) => dot(normalOf(face), middleOf(face)) > 0)).toBe(true)
})

it('has a table of 57 % of the girdle', () => {
  const table = brilliant().facets[0] ?? []
  expect(Math.max(...table.map(([x]) => x))).toBeCloseTo(0.57)
})

it('has flat star and kite facets', () => {
  const [, star, kite] = brilliant().facets
  for (const face of [star, kite]) {
    const normal = normalOf(face ?? [])
    const heights = (face ?? []).map((point) => dot(point, normal))
    expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(0)
  }
})

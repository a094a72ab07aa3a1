import { expect, it } from 'vitest'
import { compareSiblings } from './sibling-values.ts'
import type { ReviewRow } from './use-review-pages.ts'

const makeRow = (certificateNo: string, texts: Record<string, string>, category = 'turquoise') =>
  ({
    certificateNo,
    category,
    values: Object.entries(texts).map(([member, value]) => ({ member, label: member, value })),
  }) as ReviewRow

const readLikeness = (rows: readonly ReviewRow[], certificateNo: string) =>
  compareSiblings(rows)
    .get(certificateNo)
    ?.map(({ member, value, likeness }) => `${member} ${value} ${likeness}`)

it('finds usual values and those that differ, also a missing one', () => {
  const rows = [
    makeRow('1', { color: '蓝', mass: '1' }),
    makeRow('2', { color: '蓝', mass: '2' }),
    makeRow('3', { color: '绿', mass: '3' }),
    makeRow('4', { mass: '4' }),
    makeRow('5', { color: '蓝', mass: '5' }),
  ]
  expect(readLikeness(rows, '1')).toEqual(['color 蓝 usual', 'mass 1 own'])
  expect(readLikeness(rows, '3')).toEqual(['color 绿 different', 'mass 3 own'])
  expect(readLikeness(rows, '4')).toEqual(['mass 4 own', 'color  different'])
})

it('compares certificates of one category only, and marks nothing on a single one', () => {
  const rows = [
    makeRow('1', { color: '蓝' }),
    makeRow('2', { color: '蓝' }),
    makeRow('3', { color: 'D', clarity: 'VS1' }, 'diamond'),
  ]
  expect(readLikeness(rows, '3')).toEqual(['color D own', 'clarity VS1 own'])
  expect(readLikeness(rows, '2')).toEqual(['color 蓝 usual'])
})

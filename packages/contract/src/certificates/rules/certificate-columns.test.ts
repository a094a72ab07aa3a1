import { expect, it } from 'vitest'
import { findColumn } from './certificate-columns.ts'

it.each([
  ['双折射率', '双折射率'],
  ['光性特征', '光性特征'],
  ['光性', '光性特征'],
  ['多色性', '多色性'],
  ['红外光谱', '红外光谱'],
  ['重量(g)', 'totalMassG'],
])('knows the column %s, which the form has too', (heading, member) => {
  expect(findColumn(heading)?.member).toBe(member)
})

it('does not know the column of a shelf', () => {
  expect(findColumn('仓位')).toBeUndefined()
})

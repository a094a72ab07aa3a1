import { DEFAULT_FOOTER, DEFAULT_HEADER } from '@portal/contract/site/default-menus.ts'
import { expect, it } from 'vitest'
import { type MenuRow, moveRow, removeRow, type Step, toMenu, toRows } from './menu-rows.ts'

/** Rows by their texts; those of the second level are indented. */
const parse = (...lines: string[]): MenuRow[] =>
  lines.map((line) => ({ level: line.startsWith(' ') ? 1 : 0, text: line.trim(), to: '/about' }))
const print = (rows: readonly MenuRow[]) => rows.map(({ level, text }) => (level === 1 ? ` ${text}` : text))

const ROWS = ['a', ' a1', ' a2', 'b', 'c', ' c1']

it.each([
  [1, 'down', ['a', ' a2', ' a1', 'b', 'c', ' c1'], 2],
  [2, 'up', ['a', ' a2', ' a1', 'b', 'c', ' c1'], 1],
  [0, 'down', ['b', 'a', ' a1', ' a2', 'c', ' c1'], 1],
  [4, 'up', ['a', ' a1', ' a2', 'c', ' c1', 'b'], 3],
  [3, 'in', ['a', ' a1', ' a2', ' b', 'c', ' c1'], 3],
  [1, 'out', ['a', ' a2', 'a1', 'b', 'c', ' c1'], 2],
  [5, 'out', ['a', ' a1', ' a2', 'b', 'c', 'c1'], 5],
] as [number, Step, string[], number][])('moves row %i %s', (at, step, rows, newAt) => {
  const moved = moveRow(parse(...ROWS), at, step)
  expect(moved && { rows: print(moved.rows), at: moved.at }).toEqual({ rows, at: newAt })
})

it('moves a row into the next group, also an empty one of the footer', () => {
  const next = parse('a', ' a1', 'c', ' c1')
  expect(moveRow(next, 1, 'down')).toMatchObject({ at: 2 })
  const footer = next.filter(({ text }) => text !== 'c1').map((row) => (row.level === 0 ? { ...row, to: '' } : row))
  expect(moveRow(footer, 1, 'down')).toMatchObject({ at: 2 })
})

// Rows 2 and 5 would make a group of the page b, and leave the menu with it when it is hidden.
it.each([
  [2, 'down'],
  [5, 'up'],
  [0, 'up'],
  [0, 'in'],
  [0, 'out'],
  [1, 'up'],
  [1, 'in'],
  [4, 'in'],
  [4, 'down'],
  [5, 'down'],
] as [number, Step][])('leaves row %i where %s leads nowhere', (at, step) => {
  expect(moveRow(parse(...ROWS), at, step)).toBeNull()
})

it('removes a parent with the rows below it, and a row alone', () => {
  expect(print(removeRow(parse(...ROWS), 0))).toEqual(['b', 'c', ' c1'])
  expect(print(removeRow(parse(...ROWS), 2))).toEqual(['a', ' a1', 'b', 'c', ' c1'])
})

it('returns both menus as they are stored', () => {
  expect(toMenu('headerMenu', toRows(DEFAULT_HEADER))).toEqual(DEFAULT_HEADER)
  expect(toMenu('footerLinks', toRows(DEFAULT_FOOTER))).toEqual(DEFAULT_FOOTER)
})

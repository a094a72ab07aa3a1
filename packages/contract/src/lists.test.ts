import { expect, it } from 'vitest'
import { readFlag, readNumberList } from './lists.ts'

it.each([
  ['a comma string', '1,2, 6'],
  ['numbers', [1, 2, 6]],
  ['strings', ['1', '2', '6']],
  ['a string with extra commas', ',1,,2,6,'],
])('reads a list in the form of %s', (_form, wire) => {
  expect(readNumberList(wire)).toEqual([1, 2, 6])
})

it('reads nothing from an empty or missing list', () => {
  for (const wire of ['', null, undefined, [], 'none']) expect(readNumberList(wire)).toEqual([])
})

it('reads a flag in the form of a boolean or a number', () => {
  expect([true, 1].map(readFlag)).toEqual([true, true])
  expect([false, 0, null, undefined].map(readFlag)).toEqual([false, false, false, false])
})

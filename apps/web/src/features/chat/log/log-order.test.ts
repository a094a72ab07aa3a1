import { describe, expect, it } from 'vitest'
import { mergeOrdered } from './log-order.ts'

interface Item {
  id: string
  seq: number | null
}

/** Parses `a b:3` into items; the number after a colon is `seq`. */
function parseItems(text: string): Item[] {
  const words = text.split(' ').filter(Boolean)
  return words.map((word) => {
    const [id = '', seq] = word.split(':')
    return { id, seq: seq === undefined ? null : Number(seq) }
  })
}

function mergeTexts(known: string, incoming: string, isOlder = false): string {
  const join = (item: Item, again: Item) => ({ ...item, seq: again.seq ?? item.seq })
  return mergeOrdered(parseItems(known), parseItems(incoming), join, isOlder)
    .map(({ id }) => id)
    .join(' ')
}

describe('messages without numbers', () => {
  it.each([
    ['a b', 'c d', 'a b c d'],
    ['', 'a b', 'a b'],
    ['a b', '', 'a b'],
    // The rows repeat known ones.
    ['a b c', 'b c', 'a b c'],
    // The rows fill a gap.
    ['a d', 'a b c d e', 'a b c d e'],
    // The rows are older than the known ones.
    ['c d', 'a b c', 'a b c d'],
    // Upstream's order is used.
    ['a c b', 'a b c d', 'a b c d'],
    // Newer messages stay at the end.
    ['a b x', 'a b c', 'a b c x'],
    // Upstream repeats a row.
    ['a', 'a b b', 'a b'],
  ])('merge %s with %s into %s', (known, incoming, expected) => {
    expect(mergeTexts(known, incoming)).toBe(expected)
  })

  it('accept an older page, with and without a common row', () => {
    expect(mergeTexts('d e', 'a b c', true)).toBe('a b c d e')
    expect(mergeTexts('d e', 'b c d', true)).toBe('b c d e')
  })
})

describe('messages with numbers', () => {
  it.each([
    ['a:1 c:3', 'b:2', 'a b c'],
    ['b:2', 'c:3 a:1', 'a b c'],
    // Socket messages arrived in the wrong order.
    ['a:1 c:3 b:2', 'd:4', 'a b c d'],
    // A row without a number stays between its neighbours.
    ['a:1 x b:2', 'c:3', 'a x b c'],
    // The number arrives later.
    ['b a', 'a:1 b:2', 'a b'],
  ])('merge %s with %s into %s', (known, incoming, expected) => {
    expect(mergeTexts(known, incoming)).toBe(expected)
  })

  it('have the same order after any order of arrival and with repetitions', () => {
    const parts = ['a:1 b:2', 'c:3', 'b:2 c:3 d:4', 'e:5', 'd:4 e:5 f:6']
    for (let turn = 0; turn < parts.length; turn += 1) {
      const turned = [...parts.slice(turn), ...parts.slice(0, turn), ...parts]
      const join = (item: Item) => item
      const all = turned.reduce<Item[]>((known, part) => mergeOrdered(known, parseItems(part), join), [])
      expect(all.map(({ id }) => id).join(' ')).toBe('a b c d e f')
    }
  })
})

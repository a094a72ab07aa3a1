import { expect, it } from 'vitest'
import { describeDifference } from './differences.ts'

/** Makes a hash for each letter. */
const makeHashes = (letters: string) => Array.from(letters, (letter) => Buffer.from(letter))

it.each([
  ['abcdefgh', undefined],
  ['abXdefgh', 'entry 102 is another than the one in the tile'],
  ['abcdefgX', 'entry 107 is another than the one in the tile'],
  ['bacdefgh', 'entries 100 and 101 have changed places'],
  ['agcdefbh', 'entries 101 and 106 have changed places'],
  ['abdefgh', 'entry 102 is removed, those behind it have moved up'],
  ['abdefghX', 'entry 102 is removed, those behind it have moved up'],
  ['bcdefgh', 'entry 100 is removed, those behind it have moved up'],
  ['abcdefg', 'entry 107 is removed, those behind it have moved up'],
  ['abXcdefg', 'an entry is put in at 102, those behind it have moved down'],
  ['abXcdefgh', 'an entry is put in at 102, those behind it have moved down'],
  ['abcdefghX', 'there is one entry too many at the end'],
  ['abecdfgh', '3 entries from 102 to 104 are in another order'],
  ['aXcdYfgh', '2 entries from 101 to 104 are others than those in the tile'],
])('describes entries %s in a tile abcdefgh: %s', (entries, difference) => {
  expect(describeDifference(100, makeHashes(entries), makeHashes('abcdefgh'))).toBe(difference)
})

import { describe, expect, it } from 'vitest'
import { formatTilePath, readBundle, readTilePath, type Tile, writeBundle } from './tile-paths.ts'

/** Cases of Go's `tlog_test.go`, without the height after `tile/`; full tiles have 256 hashes here. */
const PATHS: readonly [string, Tile][] = [
  ['tile/0/001', { level: 0, index: 1, width: 256 }],
  ['tile/0/001.p/5', { level: 0, index: 1, width: 5 }],
  ['tile/5/x123/x456/078', { level: 5, index: 123_456_078, width: 256 }],
  ['tile/5/x123/x456/078.p/2', { level: 5, index: 123_456_078, width: 2 }],
  ['tile/0/x003/x057/500', { level: 0, index: 3_057_500, width: 256 }],
  ['tile/1/x001/x234/067.p/255', { level: 1, index: 1_234_067, width: 255 }],
  ['tile/63/000', { level: 63, index: 0, width: 256 }],
  ['tile/0/x009/x007/x199/x254/x740/991', { level: 0, index: Number.MAX_SAFE_INTEGER, width: 256 }],
  ['tile/entries/x003/x057/500', { level: 'entries', index: 3_057_500, width: 256 }],
  ['tile/entries/273.p/112', { level: 'entries', index: 273, width: 112 }],
]

const NOT_PATHS = [
  ...[
    '',
    'tile',
    'tile/',
    'tile/0',
    'tile/0/',
    'tile/000',
    '/tile/0/000',
    'tile/0/000/',
    'tile/0/000 ',
    'tile/0/000\n',
  ],
  // Malformed paths of Go's tests.
  ...['tile/5/123/456/078', 'tile/-1/123/456/078', 'tile/8/0/001'],
  // Wrong levels.
  ...['tile/00/000', 'tile/01/000', 'tile/64/000', 'tile/100/000', 'tile/data/000', 'tile/Entries/000', 'tile/+1/000'],
  // Wrong indexes.
  ...['tile/0/0', 'tile/0/00', 'tile/0/0000', 'tile/0/1000', 'tile/0/x001', 'tile/0/x000/001', 'tile/0/X001/000'],
  ...['tile/0/001/000', 'tile/0/x001/x000', 'tile/0/x1/000', 'tile/0/x0001/000', 'tile/0/x001//000', 'tile/0/٠٠١'],
  ...['tile/0/x009/x007/x199/x254/x740/992', `tile/0/${'x001/'.repeat(200)}000`, 'tile/0/../0/000', 'tile/0/%30%30%30'],
  // Wrong widths.
  ...['tile/0/000.p', 'tile/0/000.p/', 'tile/0/000.p/0', 'tile/0/000.p/01', 'tile/0/000.p/256', 'tile/0/000.p/999'],
  ...[
    'tile/0/000.p/-1',
    'tile/0/000.p/1.5',
    'tile/0/000.p/1/',
    'tile/0/x001.p/1',
    'tile/0/000.P/1',
    'tile/0/000.p/1e1',
  ],
]

describe('the path of a tile', () => {
  it('contains level, index and width', () => {
    for (const [path, tile] of PATHS) {
      expect(readTilePath(path)).toEqual(tile)
      expect(formatTilePath(tile)).toBe(path)
    }
  })

  it('has no second spelling', () => {
    for (const path of NOT_PATHS) expect(readTilePath(path), path).toBeUndefined()
  })
})

describe('a bundle of entries', () => {
  const entries = [new Uint8Array(0), Uint8Array.of(7), new Uint8Array(300).fill(1), new Uint8Array(65_535).fill(2)]
  const bundle = writeBundle(entries)

  it('writes the length of each entry before it, big-endian', () => {
    expect([...bundle.slice(0, 7)]).toEqual([0, 0, 0, 1, 7, 1, 44])
    expect(readBundle(bundle, entries.length)).toEqual(entries)
    expect(readBundle(new Uint8Array(0), 0)).toEqual([])
  })

  it('is refused when it is truncated or has another number of entries', () => {
    for (const end of [1, 3, 4, 6, bundle.length - 1]) {
      expect(() => readBundle(bundle.slice(0, end), entries.length)).toThrow(RangeError)
    }
    for (const width of [0, 3, 5]) expect(() => readBundle(bundle, width)).toThrow(RangeError)
  })

  it('refuses an entry whose length does not fit into two bytes', () => {
    expect(() => writeBundle([new Uint8Array(65_536)])).toThrow(RangeError)
  })
})

/** Number of hashes in a full tile, and of entries in a full bundle. */
export const TILE_WIDTH = 256
const LEVEL_MAX = 63
/** Maximum size of an entry, in bytes. */
const ENTRY_MAX = 0xffff

/** A tile of hashes (`level` 0: hashes of leaves), or a bundle of entries. */
export interface Tile {
  level: number | 'entries'
  /** Index of the tile, from 0. */
  index: number
  /** Number of hashes or entries in it: 1 to 256. */
  width: number
}

/** Path below the log's address in the form of C2SP tlog-tiles, e.g. `tile/0/x001/234.p/5`. */
export function formatTilePath({ level, index, width }: Tile): string {
  const groups: string[] = []
  let rest = index
  do {
    groups.unshift(String(rest % 1000).padStart(3, '0'))
    rest = Math.floor(rest / 1000)
  } while (rest > 0)
  const parts = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group))
  return `tile/${level}/${parts.join('/')}${width < TILE_WIDTH ? `.p/${width}` : ''}`
}

/** @returns the tile, or `undefined` for every other spelling, so that a tile has one address */
export function readTilePath(path: string): Tile | undefined {
  const match = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path)
  if (!match) return undefined
  const [, name = '', groups = '', partial] = match
  const level: Tile['level'] = name === 'entries' ? 'entries' : Number(name)
  const index = Number(groups.replaceAll(/[x/]/g, ''))
  const width = partial === undefined ? TILE_WIDTH : Number(partial)
  if (level !== 'entries' && level > LEVEL_MAX) return undefined
  if (!Number.isSafeInteger(index) || (partial !== undefined && width >= TILE_WIDTH)) return undefined
  const tile: Tile = { level, index, width }
  return formatTilePath(tile) === path ? tile : undefined
}

/** Counts the hashes at a level of tiles (or the entries) in a log of this size. */
export const countHashes = (size: number, level: number | 'entries') =>
  level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level)

/** Computes the width of a tile in a log of this size; 0: the log does not have it. */
export function computeTileWidth(size: number, level: number | 'entries', index: number): number {
  return Math.max(0, Math.min(TILE_WIDTH, countHashes(size, level) - index * TILE_WIDTH))
}

/** Lists the tiles that a log gets, or gets wider, when it grows from `before` to `size`; bundles of entries last. */
export function listNewTiles(before: number, size: number): Tile[] {
  const tiles: Tile[] = []
  const add = (level: number | 'entries') => {
    const count = countHashes(size, level)
    for (let index = Math.floor(countHashes(before, level) / TILE_WIDTH); index * TILE_WIDTH < count; index += 1) {
      const width = computeTileWidth(size, level, index)
      if (width > computeTileWidth(before, level, index)) tiles.push({ level, index, width })
    }
  }
  for (let level = 0; countHashes(size, level) > 0; level += 1) add(level)
  add('entries')
  return tiles
}

/** Splits a bundle of entries, each preceded by its length in big-endian uint16. @throws RangeError for a truncated bundle */
export function readBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    const length = at + 2 <= bytes.length ? (bytes[at] as number) * 256 + (bytes[at + 1] as number) : bytes.length
    if (at + 2 + length > bytes.length) throw new RangeError('a bundle of entries is cut')
    entries.push(bytes.slice(at + 2, at + 2 + length))
    at += 2 + length
  }
  if (entries.length !== width) throw new RangeError(`a bundle has ${entries.length} entries, not ${width}`)
  return entries
}

/** @throws RangeError for an entry whose length does not fit into two bytes */
export function writeBundle(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  if (entries.some(({ length }) => length > ENTRY_MAX)) throw new RangeError('an entry is too long for a bundle')
  const bundle = new Uint8Array(entries.reduce((length, entry) => length + 2 + entry.length, 0))
  let at = 0
  for (const entry of entries) {
    bundle.set([entry.length >> 8, entry.length & 255], at)
    bundle.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bundle
}

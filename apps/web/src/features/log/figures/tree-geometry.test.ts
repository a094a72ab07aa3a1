import { hashLeaf, hashNode, isEqual, webSha256 } from '@portal/contract/tlog/hashing.ts'
import { computeInclusionRoot, findSplit } from '@portal/contract/tlog/proofs.ts'
import { describe, expect, it } from 'vitest'
import {
  getCentre,
  getEntryRange,
  getOutline,
  getPathToTable,
  LEVELS,
  listFacets,
  listPieces,
  PLACES,
} from './tree-geometry.ts'

const SIZE = 27
const leaves = await Promise.all(
  Array.from({ length: PLACES }, (_, index) => hashLeaf(webSha256, Uint8Array.of(index))),
)

/** The function MTH of RFC 6962, 2.1, written as defined there. */
async function computeTreeHash(from: number, to: number): Promise<Uint8Array> {
  if (to - from === 1) return leaves[from] as Uint8Array
  const middle = from + findSplit(to - from)
  return hashNode(webSha256, await computeTreeHash(from, middle), await computeTreeHash(middle, to))
}

describe('the stone of a log', () => {
  it('has a facet for each entry, and for each hash above them', () => {
    const cut = listFacets(SIZE, 11).filter(({ role }) => role !== 'uncut')
    const counts = Array.from({ length: LEVELS }, (_, ring) => cut.filter(({ level }) => level === ring).length)
    expect(counts).toEqual([27, 14, 7, 4, 2])
    expect(listFacets(SIZE, 11).filter(({ level }) => level === 0)).toHaveLength(PLACES)
  })

  it('marks exactly the hashes of the real inclusion proof, for each entry of each size', async () => {
    for (const [size, index] of [
      [27, 11],
      [27, 26],
      [27, 0],
      [32, 31],
      [1, 0],
      [2, 1],
      [5, 4],
      [17, 16],
      [20, 9],
    ] as const) {
      const proof = await Promise.all(
        listFacets(size, index)
          .filter(({ role }) => role === 'proof')
          .map((facet) => computeTreeHash(...getEntryRange(facet, size))),
      )
      const root = await computeInclusionRoot(webSha256, { index, size, leaf: leaves[index] as Uint8Array, proof })
      expect([size, index, root && isEqual(root, await computeTreeHash(0, size))]).toEqual([size, index, true])
    }
    expect(listFacets(SIZE, 11).filter(({ role }) => role === 'proof')).toHaveLength(5)
  })

  it('leads from the entry through one facet of each ring to the table', () => {
    const way = getPathToTable(11)
    expect(way).toHaveLength(LEVELS + 1)
    expect(way.at(-1)).toEqual([0, 0])
    const path = listFacets(SIZE, 11).filter(({ role }) => role === 'leaf' || role === 'path')
    expect(way.slice(0, -1)).toEqual(path.map(getCentre))
    const distances = way.map(([x, y]) => Math.hypot(x, y))
    expect(distances).toEqual(distances.toSorted((one, other) => other - one))
  })

  it('draws neighbouring facets with a common edge, and bends those of inner rings', () => {
    const first = getOutline({ level: 0, index: 0 })
    const next = getOutline({ level: 0, index: 1 })
    expect([first[1], first[2]]).toEqual([next[0], next[3]])
    expect(first[0]?.map(Math.round)).toEqual([0, -1])
    expect([0, 1, 2, 3, 4].map((level) => listPieces({ level, index: 0 }).length)).toEqual([1, 1, 1, 2, 4])
    expect(getOutline({ level: 4, index: 1 })).toHaveLength(10)
  })
})

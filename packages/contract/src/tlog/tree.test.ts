import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashLeaf, toBase64, toHex } from './hashing.ts'
import { isConsistent, isContinued, isIncluded } from './proofs.ts'
import { hashText, makeSampleLog, sha256 } from './testing/sample-log.ts'
import { formatTilePath, listNewTiles } from './tile-paths.ts'
import { createTree } from './tree.ts'

// The expected values were computed with golang.org/x/mod/sumdb/tlog over the same entries.
const SMALL_MAX = 600
const AROUND_FULL = Array.from({ length: 11 }, (_, nth) => 65_530 + nth)
const ROOTS: Readonly<Record<number, string>> = {
  1: 'ToDa1Fo9NDPZFc2qjM4ZAA11RIHNQCnuS8P+G1J2EIc=',
  2: 'DNxeVMpYoazxsTRdSgb/kXx7vxR7GQoHNYPjqKSi0A4=',
  3: 'PIOgfFIK8iW853Z0YtqaEfNdlDCpTWMWgcrGOSljpKg=',
  255: 'D6FJpW8rGEOB1EX0C5R6m6LcaK7QrHvQpbWHuZnHIDQ=',
  256: '3KoPDQdXRToACLIxSobdWgwqqhGUfHdBetQ7Qvj9wGk=',
  257: '7m4R51lgRXH/bMOQI5dHUVndxS1ni2H6qNbLWkhYBT0=',
  65536: '99/9qh6vRtSTAZRxnIW+jaQ9prx49rTgsPTdsWoTfXM=',
  65537: 'CFhd8+TzPI0MCHBfdEAsPmPuiJxpNLb3ZPAAlYzSIZ0=',
  70000: 'VlFs31vMcXH6qG4PKqdAhb21StfYkje6PtHo6uNIWmw=',
}
const FILES = {
  'tile/0/000': '0196aef84522c92510f397050d8c4fbfc2eb5b4eeeee6b9be9cfc0016f2b16ac',
  'tile/0/273.p/112': '7149648589b825a15d3ee66672f139f5383c50caa1c4dc84d431fca15551214d',
  'tile/1/000': '8d2808c0b919fdba7d445cd2549f0e72c912edf63ece91a456e17529046e6824',
  'tile/1/001.p/17': '4f2ee1f8a809436bab1a0035328d83c811a33d0ed75532bc40625498967746e8',
  'tile/2/000.p/1': 'e2728bf933584065fb51a06510254831298238b57d5dd34210661ddf5d111a05',
  'tile/entries/000': '7076ed661350592b13c7cd95d6150e5821bb7f2ab8de3993301ebfe3b26c2841',
  'tile/entries/273.p/112': '5c689c757f2f467095060374ed640c44df1c158b8abc65b518c5725e11c6754b',
}

const log = await makeSampleLog(70_000)

/** Computes the SHA-256 of the hashes in their order, and their count. */
async function computeDigest(proofs: AsyncIterable<readonly Uint8Array[]>) {
  const digest = createHash('sha256')
  let count = 0
  for await (const proof of proofs) {
    for (const hash of proof) digest.update(hash)
    count += proof.length
  }
  return { count, digest: digest.digest('hex') }
}

it('computes the same roots as Go', async () => {
  for (const [size, root] of Object.entries(ROOTS)) expect(toBase64(await log.makeTree(Number(size)).root())).toBe(root)
  async function* computeRoots(sizes: readonly number[]) {
    for (const size of sizes) yield [await log.makeTree(size).root()]
  }
  const small = Array.from({ length: SMALL_MAX + 1 }, (_, size) => size)
  expect((await computeDigest(computeRoots(small))).digest).toBe(
    '46d01a1c141b0394a15814d31859997d59207f6ed6e511915a0f0e4761308e26',
  )
  expect((await computeDigest(computeRoots(AROUND_FULL))).digest).toBe(
    '689d3bdcb56f7d96b49803824828fe5194dbf353cc1a044941afe93b3b6e4213',
  )
})

it('makes the same proofs as Go in small trees', async () => {
  async function* createInclusionProofs(first: number, prove: (size: number, at: number) => Promise<Uint8Array[]>) {
    for (let size = 1; size <= SMALL_MAX; size += 1) {
      for (let at = first + ((size * 7) % 401); at < size + first; at += 401) yield await prove(size, at)
    }
  }
  expect(
    await computeDigest(createInclusionProofs(0, (size, index) => log.makeTree(size).inclusionProof(index))),
  ).toEqual({
    count: 4037,
    digest: '17e4b5043aadd8e42d482539ef8e311ba63e04ff19ad20ae8806c6486a2c4d35',
  })
  expect(
    await computeDigest(createInclusionProofs(1, (size, older) => log.makeTree(size).consistencyProof(older))),
  ).toEqual({
    count: 4019,
    digest: 'd956fd860a8be6521560e5bc8685b8c2a26693c17a700b96ab0167cb4bf94199',
  })
})

it('makes the same proofs as Go where a tile of the second level becomes full', async () => {
  async function* createProofsAtSeam() {
    for (const size of AROUND_FULL) {
      const tree = log.makeTree(size)
      for (const index of [0, 255, 256, 4711, 65_279, 65_280, size - 1]) yield await tree.inclusionProof(index)
      for (const older of [1, 255, 256, 257, 4711, 65_280, size - 1]) yield await tree.consistencyProof(older)
    }
  }
  expect(await computeDigest(createProofsAtSeam())).toEqual({
    count: 2260,
    digest: '97c8d2dead292da713024aedb14c6d7fe4b70b0ca58af22f2c9a6bb54d2a1c10',
  })
})

it('makes proofs in a large tree that are valid only for their position', async () => {
  const [tree, size, index] = [log.makeTree(), 70_000, 4711]
  const root = await tree.root()
  const proof = await tree.inclusionProof(index)
  const leaf = await hashLeaf(sha256, log.entries[index] as Uint8Array)
  expect(proof).toHaveLength(17)
  expect(toHex(hashText(Buffer.concat(proof)))).toBe('11227b35c69086665ed73c4f9b9751f715b0f00d17f84066ff87e402eebb25c0')
  expect(await isIncluded(sha256, { index, size, leaf, proof }, root)).toBe(true)
  expect(await isIncluded(sha256, { index: index + 1, size, leaf, proof }, root)).toBe(false)

  const older = { size: 257, root: await log.makeTree(257).root() }
  const consistency = await tree.consistencyProof(257)
  expect(consistency).toHaveLength(18)
  expect(toHex(hashText(Buffer.concat(consistency)))).toBe(
    '847109e9ebcc74393d823220a277059392fb7245d6f44cc1fede5e3a601a9d90',
  )
  expect(await isConsistent(sha256, older, { size, root }, consistency)).toBe(true)
  expect(await isConsistent(sha256, { ...older, size: 258 }, { size, root }, consistency)).toBe(false)
  expect(await tree.consistencyProof(65_536)).toHaveLength(1)
})

it('accepts every tree as a continuation of the empty one, without a proof', async () => {
  const [empty, one] = await Promise.all([0, 1].map(async (size) => ({ size, root: await log.makeTree(size).root() })))
  if (!empty || !one) throw new Error('no trees')
  expect(await log.makeTree().consistencyProof(0)).toEqual([])
  expect(await isContinued(sha256, empty, one, [])).toBe(true)
  expect(await isContinued(sha256, empty, empty, [])).toBe(true)
  expect(await isContinued(sha256, one, one, [])).toBe(true)
  expect(await isContinued(sha256, empty, one, [one.root])).toBe(false)
  expect(await isContinued(sha256, { ...empty, root: one.root }, one, [])).toBe(false)
  expect(await isContinued(sha256, empty, { ...empty, root: one.root }, [])).toBe(false)
  expect(await isContinued(sha256, one, empty, [])).toBe(false)
})

it('writes the same files as Go', () => {
  const files = log.listFiles()
  expect(files.size).toBe(274 + 2 + 1 + 274)
  for (const [path, digest] of Object.entries(FILES)) {
    expect(toHex(hashText(files.get(path) ?? '')), path).toBe(digest)
  }
  expect([...files.keys()]).toEqual(expect.arrayContaining(['tile/0/272', 'tile/1/000', 'tile/entries/272']))
})

it('adds only new or wider tiles when a log grows', () => {
  expect(listNewTiles(0, 0)).toEqual([])
  expect(listNewTiles(256, 256)).toEqual([])
  expect(listNewTiles(255, 257).map(formatTilePath)).toEqual([
    ...['tile/0/000', 'tile/0/001.p/1', 'tile/1/000.p/1'],
    ...['tile/entries/000', 'tile/entries/001.p/1'],
  ])
})

it('refuses positions outside a tree, and truncated tiles', async () => {
  const tree = log.makeTree(300)
  for (const index of [-1, 300, 1.5, Number.NaN]) await expect(tree.inclusionProof(index)).rejects.toThrow(RangeError)
  for (const older of [-1, 301, 1.5]) await expect(tree.consistencyProof(older)).rejects.toThrow(RangeError)
  const cut = createTree(sha256, 300, async (tile) => log.makeTileBytes({ ...tile, width: tile.width - 1 }))
  await expect(cut.root()).rejects.toThrow(RangeError)
})

import { expect, it } from 'vitest'
import { decodeBase64, hashEmptyTree, toHex } from './hashing.ts'
import { isConsistent, isIncluded } from './proofs.ts'
import cases from './testing/merkle-cases.json' with { type: 'json' }
import { makeSampleLog, sha256 } from './testing/sample-log.ts'

const hashes = cases.hashes.map((text) => decodeBase64(text))
const hashAt = (place: number) => hashes[place] ?? new Uint8Array()
const makeTreeHead = ([size = 0, root = -1]: number[]) => ({ size, root: hashAt(root) })

/** Leaves and roots of `testonly/constants.go` in the same repository. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

it('has the expected result in all 98 cases of inclusion', async () => {
  expect(cases.inclusion).toHaveLength(98)
  for (const { file, isRight, index, size, leaf, root, proof } of cases.inclusion) {
    const inclusion = { index, size, leaf: hashAt(leaf), proof: proof.map(hashAt) }
    expect(await isIncluded(sha256, inclusion, hashAt(root)), file).toBe(isRight)
  }
})

it('has the expected result in all 98 cases of consistency', async () => {
  expect(cases.consistency).toHaveLength(98)
  for (const { file, isRight, older, newer, proof } of cases.consistency) {
    expect(await isConsistent(sha256, makeTreeHead(older), makeTreeHead(newer), proof.map(hashAt)), file).toBe(isRight)
  }
})

it('computes the roots of the trees in RFC 6962', async () => {
  const log = await makeSampleLog(LEAVES.length, (index) => Buffer.from(LEAVES[index] ?? '', 'hex'))
  expect(toHex(await hashEmptyTree(sha256))).toBe(ROOTS[0])
  for (const [size, root] of ROOTS.entries()) expect(toHex(await log.makeTree(size).root())).toBe(root)
})

import { readdirSync, readFileSync } from 'node:fs'
import { SPECIES, type Species } from '@portal/contract/certificates/rules/species.ts'
import { expect, it } from 'vitest'

const FOLDER = new URL('../../../content/gems/', import.meta.url)
/** Titles of pages whose stones have another name in conclusions. */
const NAMES: Readonly<Record<string, string>> = { 锆石: '高型锆石', '玉髓（玛瑙）': '玉髓' }

/** Reads the constants that a page of the encyclopedia prints. */
function readPage(file: string) {
  const text = readFileSync(new URL(file, FOLDER), 'utf8')
  const readCell = (name: string) => new RegExp(`^\\| ${name}[^|]*\\| (.+) \\|$`, 'm').exec(text)?.[1]
  const title = /^title: (.+)$/m.exec(text)?.[1] ?? ''
  const constants = ['折射率', '双折射率', '密度', '摩氏硬度'].map(readCell)
  return { name: NAMES[title] ?? title, constants }
}

const toPrinted = ({ refractiveIndex, birefringence, specificGravity, mohs }: Species) => [
  refractiveIndex.text,
  birefringence === null
    ? expect.stringContaining('集合体不可测')
    : birefringence.most === 0
      ? '—'
      : birefringence.text,
  specificGravity.text,
  mohs.text,
]

it('the pages of the encyclopedia and the rules of certificates have the same constants', () => {
  const pages = readdirSync(FOLDER).map(readPage)
  const known = pages.flatMap(({ name, constants }) => {
    const species = SPECIES.find(({ names }) => names.includes(name))
    return species ? [{ name, constants, expected: toPrinted(species) }] : []
  })
  expect(known.length).toBeGreaterThan(25)
  for (const { name, constants, expected } of known) expect([name, ...constants]).toEqual([name, ...expected])
})

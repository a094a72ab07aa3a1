import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const asvs = read('docs/security/asvs.md')
const pages = globSync('docs/security/*.md', { cwd: root })

/** Number of items in each section of ASVS 5.0.0, for the chapters that the page covers. */
const SECTIONS: Readonly<Record<string, number>> = {
  '3.1': 1,
  '3.2': 3,
  '3.3': 5,
  '3.4': 8,
  '3.5': 8,
  '3.6': 1,
  '3.7': 5,
  '4.1': 5,
  '4.2': 5,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 6,
  '5.3': 3,
  '5.4': 3,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 3,
  '7.6': 2,
  '13.1': 4,
  '13.2': 6,
  '13.3': 4,
  '13.4': 7,
}

/** Cells of the rows whose first cell is the number of an item. */
const items = [...asvs.matchAll(/^\| (\d+\.\d+\.\d+) \|(.*)\|$/gm)].map(([, number = '', rest = '']) => {
  const [state = '', how = '', tests = ''] = rest.split(' | ').map((cell) => cell.trim())
  return { number, state, how, tests }
})

describe('the pages of docs/security', () => {
  it('list every item of their chapters of ASVS once and in order', () => {
    const expected = Object.entries(SECTIONS).flatMap(([section, count]) =>
      Array.from({ length: count }, (_none, index) => `${section}.${index + 1}`),
    )
    expect(items.map(({ number }) => number)).toEqual(expected)
  })

  it('name a test for every attack', () => {
    const attacks = pages.flatMap((page) => read(page).match(/^- \*\*(?:(?!^- ).+\n?)+/gm) ?? [])
    expect(attacks.length).toBeGreaterThan(70)
    expect(attacks.filter((attack) => !/^ {2}Tests?: `/m.test(attack))).toEqual([])
  })

  it('state for each item whether it is met, with a reason', () => {
    for (const { number, state, how } of items) {
      expect([number, state]).toEqual([
        number,
        expect.stringMatching(/^(?:met|met in part|met at level 1|not met|not applicable|operator)$/),
      ])
      expect([number, how.length > 3]).toEqual([number, true])
    }
  })

  it('name tests that exist', () => {
    const text = pages.map(read).join('\n')
    const named = [...new Set([...text.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, file = '']) => file))]
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
  })

  it('name a test for every met item except three that cannot be tested', () => {
    const untested = items.filter(({ state, tests }) => /^met/.test(state) && !tests.includes('.test.ts'))
    expect(untested.map(({ number }) => number)).toEqual(['3.7.1', '7.1.1', '13.1.4'])
  })
})

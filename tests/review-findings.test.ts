import { describe, expect, it } from 'vitest'
import { readSources } from './source-files.ts'

/** Findings of the reviews of the first release. The title of one test begins with the name of each. */
const FINDINGS: Readonly<Record<string, readonly string[]>> = {
  'security review': [
    ...['1', '2a', '2b', '2c', '3', '4', '5', '6a', '6b', '7', '8', '9', '10', '11', '12', '13', '14', '15'],
    // Sitemap, WeChat login, mail codes, receipt keys.
    ...['16a', '16b', '16c', '16d'],
  ],
  'product review deviation': ['1', '2', '3', '4', '5', '6'],
  'product review friction': [
    ...['2', '3', '6', '7', '8', '9', '10', '11', '12a', '12b', '12c', '12d', '12e', '12f'],
    ...['13a', '13b', '13c', '13d', '13e', '13f', '13g', '13h'],
  ],
  'product review API': ['1', '2', '3'],
}

const tests = [...readSources()].filter(([file]) => /\.test\.tsx?$/.test(file)).map(([, text]) => text)
const named = tests.flatMap((text) =>
  [...text.matchAll(/['"`]((?:security|product) review (?:\w+ )?\d+[a-z]?): /g)].map(([, name = '']) => name),
)

describe('the findings of the reviews', () => {
  it('have exactly one test each', () => {
    const expected = Object.entries(FINDINGS).flatMap(([kind, numbers]) => numbers.map((number) => `${kind} ${number}`))
    expect(named.toSorted()).toEqual(expected.toSorted())
  })
})

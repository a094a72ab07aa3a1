import { describe, expect, it } from 'vitest'
import { readSources } from './source-files.ts'
import { findLiteralSpreads, findOfNames, findPrepositionComments, findVagueComments } from './word-rules.ts'

const sources = readSources()
const source = (text: string) => new Map([['apps/bff/src/app.ts', text]])

describe('a comment', () => {
  it('is a sentence or a noun phrase, and does not begin with a preposition', () => {
    expect(findPrepositionComments(sources)).toEqual([])
  })

  it.each(['/** Of the newest entry. */', '// Without a session.', '// Lists of staff\n\n// By day.'])(
    'is reported when it begins with a preposition: %s',
    (comment) => {
      expect(findPrepositionComments(source(`${comment}\nexport const limit = 1\n`))).toHaveLength(1)
    },
  )

  it('may have a preposition where a line continues', () => {
    expect(findPrepositionComments(source('// The size\n// of a file.\nexport const limit = 1\n'))).toEqual([])
  })

  it('names the program or the person', () => {
    expect(findVagueComments(sources)).toEqual([])
  })

  it('is reported when it speaks of somebody', () => {
    expect(findVagueComments(source('/** Who may read. */\nexport const limit = 1\n'))).toHaveLength(1)
    expect(findVagueComments(source('// Somebody else wrote it.\nexport const limit = 1\n'))).toHaveLength(1)
  })
})

describe('a name', () => {
  it('does not end in Of', () => {
    expect(findOfNames(sources)).toEqual([])
  })

  it('is reported when it does', () => {
    expect(findOfNames(source('export const widthOf = () => 1\nfunction rowOf() {}\nconst profOf1 = 1'))).toHaveLength(
      2,
    )
  })
})

describe('an object literal', () => {
  it('is never spread on a line of its own', () => {
    expect(findLiteralSpreads(sources)).toEqual([])
  })

  it('is reported when it is', () => {
    expect(findLiteralSpreads(source('export const a = {\n  ...{ b, c },\n}'))).toHaveLength(1)
    expect(findLiteralSpreads(source('export const a = {\n  ...(b && { c }),\n}'))).toEqual([])
  })
})

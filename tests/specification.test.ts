import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')
/** The specification, where it lies beside the repository. */
const PAPER = path.join(root, '../shared/spec/product-spec.md')
const LINES = 267

const readSection = (document: string, title: string) => document.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

/** Cells of the rows of a table whose first cell is a list of lines. */
const readRows = (section: string) =>
  [...section.matchAll(/^\| (\d[\d, -]*) \| (.+) \|$/gm)].map(([, lines = '', rest = '']) => ({
    lines: readLines(lines),
    cells: rest.split(' | '),
  }))

/** Reads numbers and ranges, such as `3, 7-9`. */
function readLines(list: string): number[] {
  return list.split(', ').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: to - from + 1 }, (_none, index) => from + index)
  })
}

/** Finds the tests of a cell that do not exist: a missing file, a title that it lacks, or no test at all. */
function findMissingTests(cell: string): string[] {
  const files = [...cell.matchAll(/`([^`]+)`((?:,? "[^"]+")+)/g)]
  if (files.length === 0) return [`no test: ${cell}`]
  return files.flatMap(([, file = '', titles = '']) => {
    if (!/\.test\.tsx?$/.test(file) || !existsSync(path.join(root, file))) return [file]
    const text = readFileSync(path.join(root, file), 'utf8')
    const named = Array.from(titles.matchAll(/"([^"]+)"/g), ([, title = '']) => title)
    return named.filter((title) => !text.includes(title)).map((title) => `${file} "${title}"`)
  })
}

const document = readFileSync(path.join(root, 'docs/specification.md'), 'utf8')
const differences = readRows(readSection(document, 'Differences'))
const coverage = readRows(readSection(document, 'Coverage'))
const unstated = [...readSection(document, 'Lines without a statement').matchAll(/^- [^:]+: (\d[\d, -]*)$/gm)]
const silentLines = unstated.flatMap(([, lines = '']) => readLines(lines))
const statedLines = new Set([...differences, ...coverage].flatMap(({ lines }) => lines))

describe('docs/specification.md', () => {
  it('has a test or a difference for each line with a statement, and names no other line', () => {
    const all = Array.from({ length: LINES }, (_none, index) => index + 1)
    expect(all.filter((line) => !statedLines.has(line) && !silentLines.includes(line))).toEqual([])
    expect([...statedLines, ...silentLines].filter((line) => line < 1 || line > LINES)).toEqual([])
  })

  it('states what differs, and why', () => {
    expect(differences.length).toBeGreaterThan(20)
    expect(differences.filter(({ cells }) => cells.length !== 3 || cells.some((cell) => !cell.trim()))).toEqual([])
  })

  it('names tests that exist', () => {
    expect(coverage.flatMap(({ cells }) => findMissingTests(cells[1] ?? ''))).toEqual([])
  })

  it('agrees with the specification, where that lies beside the repository', () => {
    if (!existsSync(PAPER)) return
    const lines = readFileSync(PAPER, 'utf8').trimEnd().split('\n')
    expect(lines).toHaveLength(LINES)
    const isSilent = (line: string) =>
      /^$|^#|^\|-|^\| (?:Route|Constant) |^\*\*[^*]+\*\*$|^Features:$|not shown/.test(line)
    expect(silentLines.filter((line) => !isSilent(lines[line - 1] ?? ''))).toEqual([])
    const blank = lines.flatMap((line, index) => (/^$|^#/.test(line) ? [index + 1] : []))
    expect(blank.filter((line) => !silentLines.includes(line))).toEqual([])
  })

  it('is found wanting without a file, a title or a test', () => {
    const good = '`tests/doc-links.test.ts` "links to files and headings"'
    expect(findMissingTests(`${good}; \`tests/none.test.ts\` "a"`)).toEqual(['tests/none.test.ts'])
    expect(findMissingTests(`${good}, "no such"`)).toEqual(['tests/doc-links.test.ts "no such"'])
    expect(findMissingTests('by hand')).toEqual(['no test: by hand'])
    expect(readLines('3, 7-9')).toEqual([3, 7, 8, 9])
  })
})

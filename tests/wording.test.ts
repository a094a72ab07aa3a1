import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const ROOT = path.dirname(import.meta.dirname)
const LEFT_OUT = new Set(['node_modules', 'dist', '.data', '.cache', '.git', 'screenshots', 'results'])
const TEXT = /\.(?:ts|tsx|mjs|css|html|md|json|jsonl|csv|yml|yaml)$/
/** The rejected spelling, escaped so that this file does not contain it. */
const OTHER_SPELLING = '\u5e10\u53f7'

function textFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (LEFT_OUT.has(entry.name)) return []
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) return textFiles(file)
    return TEXT.test(entry.name) ? [file] : []
  })
}

it('product review friction 13d: every source, content and documentation file spells account as 账号', () => {
  const files = ['README.md', ...['apps', 'packages', 'scripts', 'tests', 'bench', 'docs', 'ops'].flatMap(textFiles)]
  expect(files.length).toBeGreaterThan(1000)
  const wrong = files.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes(OTHER_SPELLING))
  expect(wrong).toEqual([])
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.dirname(import.meta.dirname)
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const documents = globSync(['*.md', 'docs/**/*.md', 'bench/results/*.md'], { cwd: root })
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** The anchors of a document's headings, as GitHub makes them. */
function listAnchors(document: string): string[] {
  return Array.from(read(document).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

/** Returns the links of a document to missing files or headings of the repository. */
function findBrokenLinks(document: string, text: string): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '')
  const links = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  return links.filter((link) => {
    if (/^(?:https?:|mailto:|\/)/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? document : path.join(path.dirname(document), file)
    if (!existsSync(path.join(root, target))) return true
    return anchor !== undefined && !listAnchors(target).includes(anchor)
  })
}

/** Returns each `npm run NAME` in a text for which there is no script. */
function findUnknownCommands(text: string): string[] {
  const names = Array.from(text.matchAll(/npm run ([a-z][a-z:]*)/g), ([, name = '']) => name)
  return names.filter((name) => !(name in scripts))
}

it('every document links to files and headings that exist', () => {
  expect(
    documents.flatMap((document) => findBrokenLinks(document, read(document)).map((link) => `${document}: ${link}`)),
  ).toEqual([])
})

it('every document names commands that exist', () => {
  expect(
    documents.flatMap((document) => findUnknownCommands(read(document)).map((name) => `${document}: ${name}`)),
  ).toEqual([])
})

it('finds a link to a missing file, a link to a missing heading and an unknown command', () => {
  expect(
    findBrokenLinks('docs/log.md', '[a](none.md) [b](log.zh-CN.md) [c](scale.md#none) [d](#checking-a-log)'),
  ).toEqual(['none.md', 'scale.md#none'])
  expect(findUnknownCommands('`npm run doctor` and `npm run nothing`')).toEqual(['nothing'])
  expect(documents).toEqual(
    expect.arrayContaining(['README.md', 'docs/operating.zh-CN.md', 'docs/decisions/README.md']),
  )
})

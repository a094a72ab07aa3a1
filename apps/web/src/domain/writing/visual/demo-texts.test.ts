import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { readMarkdown } from './read-markdown.ts'
import { writeBlock } from './write-block.ts'
import { writeMarkdown } from './write-markdown.ts'

const CONTENT = path.join(import.meta.dirname, '../../../../../upstream/content')
const files = globSync('**/*.md', { cwd: CONTENT })

it('finds at least sixty texts of the demo', () => {
  expect(files.length).toBeGreaterThanOrEqual(60)
})

it.each(files)('keeps every byte of %s, and can show and write each of its blocks', (file) => {
  const text = readFileSync(path.join(CONTENT, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '')
  const loaded = readMarkdown(text)
  expect(writeMarkdown(loaded.doc, loaded).markdown).toBe(text)
  expect(loaded.blocks.filter(({ node }) => node.type.name === 'preserved')).toEqual([])
  expect(loaded.blocks.filter(({ node }) => !writeBlock(node).isFaithful)).toEqual([])
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../docker.ts'

export const GUIDES = ['docs/operating.md', 'docs/operating.zh-CN.md']

/** Blocks that the test cannot run, by their first words, with the reason. */
export const NOT_RUN = new Map([
  ['apt-get update\n', 'installs the engine that the test already runs in'],
  ['export S3_BUCKET=', 'needs a bucket; the command runs in move-files.test.ts'],
])

/** Returns the blocks of the guide that the test runs. */
export function listRunBlocks(): string[] {
  const isRun = (block: string) => ![...NOT_RUN.keys()].some((beginning) => block.startsWith(beginning))
  return listCommandBlocks(GUIDES[0] ?? '').filter(isRun)
}

/** Returns all blocks of commands in a document, in order. */
export function listCommandBlocks(document: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8')
  return [...text.matchAll(/^ *```(?:sh|bash|shell|console)\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block)
}

/** Fills in values that only the operator knows. Every placeholder must occur, so that no entry is outdated. */
export function fillIn(blocks: readonly string[], values: ReadonlyMap<string, string>): string[] {
  const all = blocks.join('\0')
  for (const name of values.keys()) if (!all.includes(name)) throw new Error(`no command has ${name}`)
  return [...values].reduce((text, [name, value]) => text.replaceAll(name, value), all).split('\0')
}

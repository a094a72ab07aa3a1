import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './docker.ts'

/**
 * Returns the blocks of shell commands below a heading of a document, up to the next heading of the same or a higher
 * level.
 */
export function readDocumentedCommands(document: string, heading: string): string[] {
  const text = readFileSync(path.join(root, document), 'utf8')
  const start = text.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`${document} has no heading «${heading}»`)
  const [level = ''] = heading.split(' ')
  const below = text.slice(start + heading.length + 2)
  const [section = ''] = below.split(new RegExp(`^#{1,${level.length}} `, 'm'))
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')
  if (blocks.length === 0) throw new Error(`«${heading}» of ${document} has no commands`)
  return blocks
}

import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../docker.ts'

const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|\.git|\.data|\.cache)(?:\/|$)/
/** Most chunks import one of the first two, and so their names change too. */
const ADDED = {
  'apps/web/src/entry-client.tsx': "\nObject.assign(globalThis, { release: 'next' })\n",
  'apps/web/src/ui/link.tsx': "\nObject.assign(globalThis, { links: 'next' })\n",
  'apps/web/src/styles/base.css': '\nhtml {\n  --release: next;\n}\n',
}

/** A checkout whose web files differ from those of this one, to build the next image from. */
export function makeNextRelease(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'next-release-'))
  cpSync(root, folder, { recursive: true, filter: (source) => !LEFT_OUT.test(path.relative(root, source)) })
  for (const [file, text] of Object.entries(ADDED)) appendFileSync(path.join(folder, file), text)
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../docker.ts'
import { copyCheckout } from '../walk/checkout.ts'

/** Most chunks import one of the first two, and so their names change too. */
const ADDED = {
  'apps/web/src/entry-client.tsx': "\nObject.assign(globalThis, { release: 'next' })\n",
  'apps/web/src/ui/link.tsx': "\nObject.assign(globalThis, { links: 'next' })\n",
  'apps/web/src/styles/base.css': '\nhtml {\n  --release: next;\n}\n',
}

/**
 * A checkout whose web files differ from those of this one, to build the next image from. It is in a folder that the engine
 * sees, as it also mounts files of it.
 */
export function makeNextRelease() {
  const folder = path.join(root, '.cache', `next-release-${process.pid}`)
  copyCheckout(folder)
  for (const [file, text] of Object.entries(ADDED)) appendFileSync(path.join(folder, file), text)
  return {
    folder,
    /** Gives the release another configuration of nginx, which shows in the header `release` of forwarded answers. */
    changeProxy(): void {
      const template = path.join(folder, 'ops/nginx/nginx.conf.template')
      const text = readFileSync(template, 'utf8')
      writeFileSync(template, text.replace('  tcp_nodelay on;\n', '$&  add_header Release next;\n'))
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

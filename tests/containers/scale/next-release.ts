import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../docker.ts'
import { copyCheckout } from '../walk/checkout.ts'

/** Text added to two chunks. Most chunks import one of them, so that their names change too. */
const ADDED = {
  'apps/web/src/entry-client.tsx': "\nObject.assign(globalThis, { release: 'next' })\n",
  'apps/web/src/ui/link.tsx': "\nObject.assign(globalThis, { links: 'next' })\n",
  'apps/web/src/styles/base.css': '\nhtml {\n  --release: next;\n}\n',
}

/**
 * Makes a checkout with different web files, from which the next image is built. It is in a folder that the engine
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

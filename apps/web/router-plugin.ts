import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const COPY = '?later'
const ROUTER = /\/react-router\/dist\/production\/[^/]+\.mjs/

/**
 * Makes the router smaller for the browser, in two ways.
 *
 * It is one file: hooks, which every first view needs, and what loads and changes pages, which is twice as much and
 * needed later. One module gets a copy of its own, from which the bundler takes what that module uses, as it takes what
 * all others use from the first.
 *
 * And its components are made by calls that the bundler cannot know to be without effect; said so, those that nobody
 * uses are left out.
 *
 * @param owner the end of that module's path
 * @param entry file of the router
 */
export function routerPlugin(owner: string, entry: string): Plugin {
  return {
    name: 'router',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async resolveId(source, importer) {
      if (importer?.endsWith(owner) && source === 'react-router-dom') return entry + COPY
      if (!importer?.endsWith(COPY)) return undefined
      const resolved = await this.resolve(source, importer.slice(0, -COPY.length), { skipSelf: true })
      // React itself stays one.
      return resolved && ROUTER.test(resolved.id) ? resolved.id + COPY : resolved
    },
    load: (id) => (id.endsWith(COPY) ? readFileSync(id.slice(0, -COPY.length), 'utf8') : undefined),
    transform: (code, id) => (ROUTER.test(id) ? { code: withoutEffects(code), map: null } : undefined),
  }
}

function withoutEffects(code: string): string {
  return code
    .replaceAll(/\b(React\d*\.(?:forwardRef|createContext|memo))\(/g, '/*@__PURE__*/ $1(')
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
}

import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const MODULE = /\.module\.css$/

/**
 * Puts each CSS module into a cascade layer: those of `ui`, `domain` and `manage/controls` into `ui`, all others into
 * `feature`, unless the module itself names a layer. A module that others compose must name it: Vite reads composed
 * files without plugins, and class names depend on the text. The style sheet starts with the `@layer` statement,
 * because styles are bundled in import order and the first layer used would otherwise set the order.
 * @param file source with the statement
 */
export function createLayersPlugin(file: string): Plugin[] {
  const statement = /^@layer [^;{]+;/m.exec(readFileSync(file, 'utf8'))?.[0]
  if (!statement) throw new Error(`${file} has no @layer statement`)
  return [
    {
      name: 'layers',
      enforce: 'pre',
      transform: {
        filter: { id: MODULE, code: { exclude: '@layer ' } },
        handler: (code, id) =>
          `@layer ${/\/src\/(ui|domain(?!\/writing\/)|manage\/controls)\//.test(id) ? 'ui' : 'feature'} {${code}}`,
      },
    },
    {
      name: 'layer-order',
      apply: 'build',
      transform: {
        filter: { id: MODULE },
        // Vite puts copies of composed modules before each module's own layer. They are removed: the sheet has the
        // composed module already, and 130 copies would be sent.
        handler: (code) => code.slice(code.lastIndexOf('@layer')),
      },
      generateBundle: {
        // Runs after Vite, which assembles the sheet in the same hook.
        order: 'post',
        handler(_options, bundle) {
          for (const asset of Object.values(bundle)) {
            if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = statement + asset.source
          }
        },
      },
    },
  ]
}

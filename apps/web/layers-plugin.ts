import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Puts the `@layer` statement at the start of the style sheet: styles are bundled in import order, and the first layer
 * used would otherwise set the order. Removes the copies of composed modules that Vite puts before each module's own
 * layer: components import these modules too, and 130 copies make the sheet twice as large.
 * @param file source with the statement
 */
export function layersPlugin(file: string): Plugin {
  const statement = /^@layer [^;{]+;/m.exec(readFileSync(file, 'utf8'))?.[0]
  if (!statement) throw new Error(`${file} has no @layer statement`)
  return {
    name: 'layers',
    apply: 'build',
    transform: {
      filter: { id: /\.module\.css$/ },
      handler: (code) => code.slice(code.lastIndexOf('@layer')),
    },
    generateBundle: {
      // After Vite, which assembles the sheet in the same hook.
      order: 'post',
      handler(_options, bundle) {
        for (const asset of Object.values(bundle)) {
          if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = statement + asset.source
        }
      },
    },
  }
}

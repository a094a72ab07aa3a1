import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Puts the `@layer` statement at the start of the style sheet: styles are bundled in import order, and the first layer
 * used would otherwise set the order.
 * @param file source with the statement
 */
export function layersPlugin(file: string): Plugin {
  const statement = /^@layer [^;{]+;/m.exec(readFileSync(file, 'utf8'))?.[0]
  if (!statement) throw new Error(`${file} has no @layer statement`)
  return {
    name: 'layers',
    apply: 'build',
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

import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Says the order of the layers at the head of the styles: they come in the order in which their parts use each other,
 * and whichever comes first would otherwise set it.
 *
 * @param file the one that says it for the sources
 */
export function layersPlugin(file: string): Plugin {
  const statement = /^@layer [^;{]+;/m.exec(readFileSync(file, 'utf8'))?.[0]
  if (!statement) throw new Error(`${file} says no order of layers`)
  return {
    name: 'layers',
    apply: 'build',
    generateBundle: {
      // Vite puts the sheet together in this same hook.
      order: 'post',
      handler(_options, bundle) {
        for (const asset of Object.values(bundle)) {
          if (asset.type === 'asset' && asset.fileName.endsWith('.css')) asset.source = statement + asset.source
        }
      },
    },
  }
}

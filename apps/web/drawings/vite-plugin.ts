import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { bandTilePath, waveTilePath } from './guilloche.ts'
import { drawSprite } from './sprite.ts'

const MODULE_ID = 'virtual:drawings'
/** A leading NUL keeps other plugins from looking for the module on the disk. */
const RESOLVED_ID = `\0${MODULE_ID}`
const DEV_PATH = '@drawings.svg'

/**
 * Draws the site's line drawings once and serves them as one file.
 *
 * Modules import `spriteUrl` from `virtual:drawings`. In a build it holds a hash of the sprite, so that the browser's
 * bundles and the server's name the same file though they are built apart; only the visitor's build writes it.
 */
export function drawingsPlugin(): Plugin {
  const sprite = drawSprite()
  const hash = createHash('sha256').update(sprite).digest('hex').slice(0, 8)
  const assetPath = `assets/drawings-${hash}.svg`
  let spriteUrl = `/${DEV_PATH}`

  return {
    name: 'drawings',
    configResolved({ base, command }) {
      spriteUrl = `${base}${command === 'build' ? assetPath : DEV_PATH}`
    },
    resolveId(id) {
      return id === MODULE_ID ? RESOLVED_ID : undefined
    },
    load(id) {
      if (id !== RESOLVED_ID) return undefined
      const values = { spriteUrl, bandTilePath: bandTilePath(), waveTilePath: waveTilePath() }
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
    configureServer(server) {
      // Vite takes the base off the URL before it comes here.
      server.middlewares.use(`/${DEV_PATH}`, (_request, response) => {
        response.setHeader('Content-Type', 'image/svg+xml; charset=utf-8')
        response.setHeader('Cache-Control', 'no-cache')
        response.end(sprite)
      })
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: assetPath, source: sprite })
    },
  }
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type Plugin, preprocessCSS, type ResolvedConfig } from 'vite'

const PREFIX = 'virtual:page-sheet/'
/** A leading NUL keeps other plugins from looking for the module on the disk. */
const RESOLVED_PREFIX = `\0${PREFIX}`
const DEV_PATH = '@page-sheets/'

/**
 * Compiles style sheets of single pages, for pages whose styles are too many for the sheet that every visitor loads.
 *
 * `import { classes, sheetUrl } from 'virtual:page-sheet/features/log/log-page'` compiles the CSS module of that name
 * below `src/` to a file of its own. The file name contains a hash of the content, so that the browser's bundle and the
 * server's name the same file although they are built separately. Only the build for visitors writes the file.
 */
export function createPageSheetsPlugin(): Plugin {
  const sheets = new Map<string, string>()
  let config: ResolvedConfig

  return {
    name: 'page-sheets',
    configResolved(resolved) {
      config = resolved
    },
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined
    },
    async load(id) {
      if (!id.startsWith(RESOLVED_PREFIX)) return undefined
      const name = id.slice(RESOLVED_PREFIX.length)
      const file = path.join(config.root, 'src', `${name}.module.css`)
      this.addWatchFile(file)
      const { code, modules = {} } = await preprocessCSS(`@layer feature {${readFileSync(file, 'utf8')}}`, file, config)
      // Vite puts copies of composed modules, which are in the common sheet, before the module's own layer.
      const sheet = code
        .slice(code.lastIndexOf('@layer'))
        .replace(/\/\*.*?\*\//gs, '')
        .replace(/\s+/g, ' ')
      const hash = createHash('sha256').update(sheet).digest('hex').slice(0, 8)
      const fileName = `assets/${path.basename(name)}-${hash}.css`
      sheets.set(fileName, sheet)
      // React waits for a sheet before it shows the page; jsdom loads none.
      const isTest = config.mode === 'test'
      const sheetUrl = isTest ? null : config.base + (config.command === 'build' ? fileName : DEV_PATH + fileName)
      return `export const sheetUrl = ${JSON.stringify(sheetUrl)}\nexport const classes = ${JSON.stringify(modules)}`
    },
    configureServer(server) {
      // Vite removes the base from the URL before this handler runs.
      server.middlewares.use(`/${DEV_PATH.slice(0, -1)}`, (request, response, next) => {
        const sheet = sheets.get((request.url ?? '').slice(1))
        if (sheet === undefined) return next()
        response.setHeader('Content-Type', 'text/css; charset=utf-8')
        response.setHeader('Cache-Control', 'no-cache')
        response.end(sheet)
      })
    },
    generateBundle() {
      if (this.environment.name !== 'client') return
      for (const [fileName, source] of sheets) this.emitFile({ type: 'asset', fileName, source })
    },
  }
}

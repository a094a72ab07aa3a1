import { createServer, type Plugin, type ProxyOptions, type ViteDevServer } from 'vite'
import { getRepositoryPath } from '../repository.ts'

interface Options {
  host: string
  port: number
  bffUrl: string
}

/**
 * Serves pages from the sources of web, with hot reload, and proxies all other requests to the BFF.
 */
export async function startDevServer({ host, port, bffUrl }: Options): Promise<ViteDevServer> {
  const server = await createServer({
    root: getRepositoryPath('apps/web'),
    configFile: getRepositoryPath('apps/web/vite.config.ts'),
    appType: 'custom',
    logLevel: 'warn',
    server: { host, port, strictPort: true, proxy: proxyTo(bffUrl) },
    plugins: [createShellPlugin()],
  })
  return server.listen()
}

/** Passes on the browser's Host header, so that cookies and the BFF's Origin checks work. */
function proxyTo(bffUrl: string): Record<string, ProxyOptions> {
  const pass: ProxyOptions = { target: bffUrl, changeOrigin: false }
  return {
    '^/bff/ws(\\?|$)': { ...pass, ws: true },
    '^/(v1|oauth|file|bff|\\.well-known)/': pass,
    '^/(logout|healthz|readyz|robots\\.txt|sitemap\\.xml|feed\\.xml)(\\?|$)': pass,
    // This address is the return from a social login: the BFF moves the token into its cookie and answers with a
    // redirect.
    '^/[^?]*\\?(.*&)?token=': pass,
  }
}

interface WebServerEntry {
  shell: (options: { manifest: Record<string, { file: string }>; origin: string }) => string
}

/** Answers every page with web's shell; the browser renders it. */
function createShellPlugin(): Plugin {
  const manifest = { 'src/entry-client.tsx': { file: 'src/entry-client.tsx' } }
  return {
    name: 'dev-shell',
    // The build bundles dependencies into the server's file; here Node loads them itself, including CommonJS.
    configEnvironment(name, config) {
      if (name === 'ssr' && config.resolve) delete config.resolve.noExternal
    },
    configureServer(server) {
      return () =>
        server.middlewares.use(async (request, response, next) => {
          if (request.method !== 'GET' || !request.headers.accept?.includes('text/html')) return next()
          try {
            const { shell } = (await server.ssrLoadModule('/src/entry-server.tsx')) as WebServerEntry
            const html = shell({ manifest, origin: `http://${request.headers.host}` })
            const page = await server.transformIndexHtml(request.url ?? '/', html)
            response.setHeader('Content-Type', 'text/html; charset=utf-8')
            response.setHeader('Cache-Control', 'no-store')
            response.end(page)
          } catch (error) {
            next(error)
          }
        })
    },
  }
}

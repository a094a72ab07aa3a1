import { createServer, type Plugin, type ProxyOptions, type ViteDevServer } from 'vite'
import { inRepository } from '../repository.ts'

interface Options {
  host: string
  port: number
  /** Where the BFF listens. */
  bffUrl: string
}

/**
 * Web from its sources, with hot reload, in the place where the BFF stands in production: pages come from here, and
 * all else is passed on to the BFF.
 */
export async function startDevServer({ host, port, bffUrl }: Options): Promise<ViteDevServer> {
  const server = await createServer({
    root: inRepository('apps/web'),
    configFile: inRepository('apps/web/vite.config.ts'),
    appType: 'custom',
    logLevel: 'warn',
    server: { host, port, strictPort: true, proxy: proxyTo(bffUrl) },
    plugins: [shellPlugin()],
  })
  return server.listen()
}

/** The browser's Host header is kept, so that cookies and the BFF's Origin checks work as they do without us. */
function proxyTo(bffUrl: string): Record<string, ProxyOptions> {
  const pass: ProxyOptions = { target: bffUrl, changeOrigin: false }
  return {
    '^/bff/ws(\\?|$)': { ...pass, ws: true },
    '^/(v1|oauth|file|bff|\\.well-known)/': pass,
    '^/(logout|healthz|readyz|robots\\.txt|sitemap\\.xml|feed\\.xml)(\\?|$)': pass,
    // The way back from a social login: the BFF moves the token into its cookie and answers with a redirect.
    '^/[^?]*\\?(.*&)?token=': pass,
  }
}

interface WebServerEntry {
  shell: (options: { manifest: Record<string, { file: string }>; origin: string }) => string
}

/** Answers every page with web's own shell; the browser renders it. */
function shellPlugin(): Plugin {
  const manifest = { 'src/entry-client.tsx': { file: 'src/entry-client.tsx' } }
  return {
    name: 'dev-shell',
    // The build bundles web's packages into the server's file; here Node loads them itself, CommonJS ones among them.
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

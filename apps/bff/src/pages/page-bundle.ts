import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

/** Result of web's `entry-server.tsx`. */
export interface Rendered {
  status: number
  html: string
  /** Target of a redirect; `html` is then empty. */
  redirect?: string
}

/** The part of a `Response` that pages read. */
export type PageResponse = Pick<Response, 'ok' | 'status' | 'headers' | 'json'>
type PageFetch = (address: string, init: RequestInit) => Promise<PageResponse>

interface RenderOptions {
  /** Makes calls of the contract, as a visitor. */
  fetch: PageFetch
  /** Vite's manifest of the client build. */
  manifest: unknown
  /** The site's own origin, for canonical links. */
  origin: string
  /** Receives errors of loaders other than API errors. */
  onError?: (error: unknown) => void
  /** Renders the page without the site's scripts: it stays as it was rendered. */
  isStatic?: boolean
}

/** Interface between BFF and web. */
interface PageBundle {
  render(request: Request, options: RenderOptions): Promise<Rendered>
  /** Returns the document without a page, which the browser renders. */
  shell(options: Pick<RenderOptions, 'manifest' | 'origin'>): string
  /**
   * Returns the document of every address below `/manage`.
   * @param manifest Vite's manifest of the staff's client
   */
  manageDocument(manifest: unknown): string
  manageInlineScripts: readonly string[]
  /** Exact text of the document's inline scripts. */
  inlineScripts: readonly string[]
  /** Trusted Types policies through which the pages' scripts set HTML. */
  htmlPolicies: readonly string[]
}

export interface LoadedBundle {
  bundle: PageBundle
  manifest: unknown
  /** Vite's manifest of the staff's client. */
  manageManifest: unknown
}

/**
 * Loads web's build from its folder.
 * @throws Error when there is none: `npm run build` makes it
 */
export async function loadPageBundle(webDist: string): Promise<LoadedBundle> {
  const entry = path.join(webDist, 'server', 'entry-server.js')
  if (!existsSync(entry)) throw new Error(`no build of web in ${webDist}: run \`npm run build\``)
  const bundle = (await import(pathToFileURL(entry).href)) as PageBundle
  return { bundle, manifest: readManifest(webDist, 'client'), manageManifest: readManifest(webDist, 'manage') }
}

function readManifest(webDist: string, client: string): unknown {
  return JSON.parse(readFileSync(path.join(webDist, client, '.vite', 'manifest.json'), 'utf8'))
}

import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const CLIENT = path.join(import.meta.dirname, '../../apps/web/dist/client')

/** A script or style sheet with its brotli size. */
export interface SentFile {
  file: string
  bytes: number
}

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

/**
 * Returns the scripts of a page's first view: all that its HTML loads, preloads or lists for loading, and their static
 * imports.
 * @throws Error when the HTML names a script that the build does not have
 */
export function listFirstViewScripts(html: string): SentFile[] {
  const manifest = readManifest()
  const chunks = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  const files = new Set<string>()
  const collect = (chunk: Chunk | undefined, name: string) => {
    if (!chunk) throw new Error(`the build has no ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const key of chunk.imports ?? []) collect(manifest[key], key)
  }
  for (const address of listNamedScripts(html)) collect(chunks.get(address.slice(1)), address)
  return [...files].map((file) => ({ file: path.basename(file), bytes: getSentBytes(file) }))
}

/** Whether a source is a chunk that is only imported dynamically. */
export function isOnDemandOnly(source: string): boolean {
  const chunks = Object.values(readManifest())
  const isIn = (names: string[] = []) => names.includes(source)
  return chunks.some(({ dynamicImports }) => isIn(dynamicImports)) && !chunks.some(({ imports }) => isIn(imports))
}

function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(path.join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
}

/** Returns all names of sources and files in the build for visitors. */
export function listVisitorFiles(): string {
  return JSON.stringify(readManifest())
}

/** Returns the sources of the visitors' scripts that contain a text. */
export function findVisitorScripts(text: string): string[] {
  const isFound = ({ file }: Chunk) =>
    file.endsWith('.js') && readFileSync(path.join(CLIENT, file), 'utf8').includes(text)
  return Object.entries(readManifest()).flatMap(([source, chunk]) => (isFound(chunk) ? [source] : []))
}

/** Returns the render-blocking style sheets of a page. */
export function listFirstViewStyles(html: string): SentFile[] {
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="\/([^"]+)"[^>]*>/g)].map(([, file]) => file ?? '')
  return sheets.map((file) => ({ file: path.basename(file), bytes: getSentBytes(file) }))
}

/**
 * Returns the files of the drawings on a page.
 * @throws Error when a file has no such drawing
 */
export function listFirstViewDrawings(html: string): SentFile[] {
  const files = new Set<string>()
  for (const [, file = '', name = ''] of html.matchAll(/<use href="\/([^"#]+)#([^"]+)"/g)) {
    if (!readFileSync(path.join(CLIENT, file), 'utf8').includes(`<symbol id="${name}"`)) {
      throw new Error(`${file} has no drawing ${name}`)
    }
    files.add(file)
  }
  return [...files].map((file) => ({ file: path.basename(file), bytes: getSentBytes(file) }))
}

function listNamedScripts(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].flatMap(([tag]) => {
    const value = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
    const preloaded = value('rel') === 'modulepreload' || value('as') === 'script' ? [value('href')] : []
    return [...(value('data-files')?.split(' ') ?? []), value('src'), ...preloaded].filter((one) => one !== undefined)
  })
}

/** Returns the sent size of a file: the build compresses files unless that makes them larger. */
function getSentBytes(file: string): number {
  const whole = path.join(CLIENT, file)
  return (statSync(`${whole}.br`, { throwIfNoEntry: false }) ?? statSync(whole)).size
}

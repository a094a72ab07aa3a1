import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** One built file, held in memory with its compressed forms. */
export interface Asset {
  type: string
  etag: string
  identity: Buffer
  br: Buffer | null
  gzip: Buffer | null
  /** Its name contains a hash of its content. */
  isImmutable: boolean
}

/** Web's built files by their address on the site. */
export type AssetStore = ReadonlyMap<string, Asset>

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** Reads `folder` once. Leaves out files of unknown types and the build's own metadata (`.vite`). */
export function loadAssets(folder: string): AssetStore {
  const store = new Map<string, Asset>()
  if (!existsSync(folder)) return store
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name)
    const address = `/${path.relative(folder, file).split(path.sep).join('/')}`
    const type = TYPES[path.extname(entry.name)]
    if (!entry.isFile() || !type || address.startsWith('/.')) continue
    const identity = readFileSync(file)
    store.set(address, {
      type,
      etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
      identity,
      br: readIfThere(`${file}.br`),
      gzip: readIfThere(`${file}.gz`),
      isImmutable: address.startsWith('/assets/'),
    })
  }
  return store
}

function readIfThere(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null
}

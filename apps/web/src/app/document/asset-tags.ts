/** Vite's `dist/client/.vite/manifest.json`. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[] }>>

const ENTRY = 'src/entry-client.tsx'
/** Imported by the entry at once. */
const START = 'src/app/boot/start.tsx'
/** Vite's manifest key of the single style sheet. */
const STYLES = 'style.css'

export type PageAssets = ReturnType<typeof pageAssets>

/**
 * The files a page needs, from the root: the scripts of the entry and of the matched routes with all that they import,
 * and the styles. Route ids are the files of their modules, see `routes.tsx`.
 */
export function pageAssets(manifest: Manifest, routeIds: readonly string[]) {
  const seen = new Set<string>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  const addressOf = (key: string) => `/${manifest[key]?.file}`
  collect(ENTRY)
  collect(START)
  for (const id of routeIds) collect(id.split('#')[0] ?? id)
  const preloads = [...seen].filter((key) => key !== ENTRY).map(addressOf)
  return { entry: addressOf(ENTRY), preloads, styles: addressOf(STYLES) }
}

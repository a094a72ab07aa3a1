/** Vite's `dist/client/.vite/manifest.json`. */
export type Manifest = Readonly<Record<string, { file: string; imports?: string[] }>>

const ENTRY = 'src/entry-client.tsx'
/** Module that the entry imports at once. */
const START = 'src/app/boot/start.tsx'
/** Vite's manifest key of the single style sheet. */
const STYLES = 'style.css'

export type PageAssets = ReturnType<typeof listPageAssets>

/**
 * The files a page needs, from the root: the scripts of the entry and of the matched routes with all that they import,
 * and the styles. Route ids are the files of their modules, see `routes.tsx`.
 */
export function listPageAssets(manifest: Manifest, routeIds: readonly string[]) {
  return listEntryAssets(manifest, ENTRY, [START, ...routeIds.map((id) => id.split('#')[0] ?? id)])
}

/** The files of a client: its entry, the other modules that are needed at once with all that they import, the styles. */
export function listEntryAssets(manifest: Manifest, entry: string, others: readonly string[] = []) {
  const seen = new Set<string>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  const toAddress = (key: string) => `/${manifest[key]?.file}`
  for (const key of [entry, ...others]) collect(key)
  const preloads = [...seen].filter((key) => key !== entry).map(toAddress)
  return { entry: toAddress(entry), preloads, styles: toAddress(STYLES) }
}

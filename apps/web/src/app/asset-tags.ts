/** One entry of Vite's `manifest.json`, as far as it is used here. */
export interface ManifestChunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** Vite's `dist/client/.vite/manifest.json`. */
export type Manifest = Readonly<Record<string, ManifestChunk>>

const ENTRY = 'src/entry-client.tsx'

export interface PageAssets {
  /** Script of the page. */
  entry: string
  /** Further modules that it will ask for, to be fetched at once. */
  preloads: string[]
  styles: string[]
}

/**
 * The files a page needs, from the root: the entry's and those of the matched routes, with all that they import, so
 * that nothing is shown before its styles are there. Route ids are the files of their modules, see `routes.tsx`.
 * @param laterParts files of parts whose HTML is there and whose scripts come later: of them the styles only
 */
export function pageAssets(
  manifest: Manifest,
  routeIds: readonly string[],
  laterParts: readonly string[] = [],
): PageAssets {
  const seen = new Set<string>()
  const styles = new Set<string>()
  const collect = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key)) return
    seen.add(key)
    for (const imported of chunk.imports ?? []) collect(imported)
    for (const style of chunk.css ?? []) styles.add(`/${style}`)
  }
  collect(ENTRY)
  for (const id of routeIds) collect(id.split('#')[0] ?? id)
  const files = [...seen].filter((key) => key !== ENTRY).map((key) => `/${manifest[key]?.file}`)
  for (const file of laterParts) collect(file)
  return { entry: `/${manifest[ENTRY]?.file}`, preloads: files, styles: [...styles] }
}

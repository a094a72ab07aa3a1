import { partsHash } from 'virtual:part-files'
import type { ComponentType } from 'react'

const getUrl = (feature: string) => `/assets/${feature}-${partsHash}.css`

/** Begins to load the style sheet of a feature, while its code is loading. */
export function prefetchSheet(feature: string): void {
  if (import.meta.env.SSR || partsHash === null) return
  const url = getUrl(feature)
  // The browser caches it. If it fails, the link fails too, and `boot/stale-chunk.ts` reloads the page.
  if (!document.querySelector(`link[href="${url}"]`)) void fetch(url).catch(() => undefined)
}

/** Adds the style sheet of a feature to a component of that feature. React shows the component once the sheet is loaded. */
export function withSheet<Props extends object>(
  feature: string,
  Component: ComponentType<Props>,
): ComponentType<Props> {
  if (partsHash === null) return Component
  return (props) => (
    <>
      <link rel="stylesheet" href={getUrl(feature)} precedence="page" />
      <Component {...props} />
    </>
  )
}

/** Loads a component of a feature, and the style sheet of that feature beside it. */
export async function loadWithSheet<Props extends object>(
  feature: string,
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  prefetchSheet(feature)
  return withSheet(feature, await load())
}

import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState, matchRoutes, RouterProvider } from 'react-router-dom'
import type { ApiClient } from '#lib/api/api-client.ts'
import { createRouterContext } from '#lib/api/api-context.ts'
import { holdDeferredParts, loadDeferredParts } from '#lib/parts/deferred-part.ts'
import { beginNearParts, holdNearParts, watchEarlyPresses } from '#lib/parts/near-part.tsx'
import { runWhenIdle } from '#lib/when-idle.ts'
import { Root } from '../root.tsx'
import { ROUTE_PARTS, routes } from '../routes.tsx'
import { createBrowserApi } from './browser-api.ts'
import { nameBrowserEntries } from './browser-entries.ts'
import { takeRecordedClick } from './click-replay.ts'
import { createPagePrefetch, watchLinks } from './prefetch.ts'
import { watchStaleChunks } from './stale-chunk.ts'

/** Delay in browsers without `requestIdleCallback`: by then the first view has been painted. */
const FIRST_VIEW_MS = 200

/** Hydrates the page that the server rendered, or renders it from scratch where the server sent only the shell. */
export async function start(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('the document has no #root')
  const api = createBrowserApi()
  if (location.pathname.startsWith('/en/')) {
    routes.unshift(...(await import('../english/english-routes.tsx')).createEnglishRoutes(ROUTE_PARTS))
  }
  const hydrationData = readHydrationData()
  if (!hydrationData) {
    await loadDeferredParts()
    createRoot(container).render(createTree(api))
    followUp(api, true)
    return
  }
  const releaseDeferredParts = holdDeferredParts()
  // The address may lead to something within a part.
  if (!location.hash) holdNearParts()
  watchEarlyPresses()
  await loadMatchedPages()
  const tree = createTree(api, hydrationData)
  const replayClick = takeRecordedClick()
  // A transition hydrates in small steps: one long task on a large page would block a slow phone.
  startTransition(() => {
    hydrateRoot(container, tree, { onRecoverableError: (error) => console.error(error) })
  })
  replayClick()
  runWhenIdle(() => {
    releaseDeferredParts()
    followUp(api, !hydrationData.errors)
  }, FIRST_VIEW_MS)
}

function createTree(api: ApiClient, hydrationData?: HydrationState) {
  nameBrowserEntries(() => router.state.location.key)
  const router = createBrowserRouter(routes, {
    getContext: () => createRouterContext(api),
    ...(hydrationData && { hydrationData }),
  })
  router.subscribe(beginNearParts)
  watchStaleChunks({
    isOpeningPage: () => router.state.navigation.state !== 'idle',
    stay: () => void router.navigate(location, { replace: true, preventScrollReset: true }),
  })
  return (
    <Root api={api}>
      <RouterProvider router={router} />
    </Root>
  )
}

/**
 * Starts prefetching and counts the visit; a failed count is ignored (specification, section 7).
 * @param isFound addresses without a page are no visits
 */
function followUp(api: ApiClient, isFound: boolean): void {
  watchLinks(createPagePrefetch(routes, (address, init) => fetch(address, init)))
  if (isFound) api.call('GET /v1/report', { quiet: true }).catch(() => undefined)
}

/** `undefined` where the server sent only the shell. */
function readHydrationData(): HydrationState | undefined {
  const json = document.getElementById('hydration')?.textContent
  return json ? (JSON.parse(json) as HydrationState) : undefined
}

/** Loads the code of the matched pages: the first render must produce the HTML that the server sent. */
async function loadMatchedPages(): Promise<void> {
  const lazyRoutes = (matchRoutes(routes, location) ?? []).map(({ route }) => route).filter(({ lazy }) => lazy)
  await Promise.all(
    lazyRoutes.map(async (route) => {
      const module = typeof route.lazy === 'function' ? await route.lazy() : {}
      Object.assign(route, module, { lazy: undefined })
    }),
  )
}

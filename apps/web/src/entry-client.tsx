import '#app/styles.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState, matchRoutes, RouterProvider } from 'react-router-dom'
import { createBrowserApi } from '#app/browser-api.ts'
import { createPageWarmer, watchLinks } from '#app/page-warming.ts'
import { Root } from '#app/root.tsx'
import { routes } from '#app/routes.tsx'
import { watchStaleChunks } from '#app/stale-chunk.ts'
import type { ApiClient } from '#lib/api-client.ts'
import { routerContextWith } from '#lib/api-context.ts'

void start()

async function start(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('the document has no #root')
  const api = createBrowserApi()
  const hydrationData = readHydrationData()
  if (hydrationData) await loadMatchedPages()
  const router = createBrowserRouter(routes, {
    getContext: () => routerContextWith(api),
    ...(hydrationData && { hydrationData }),
  })
  // A page whose code is gone is not opened: what has been typed on this one would be lost.
  watchStaleChunks({
    isOpeningPage: () => router.state.navigation.state !== 'idle',
    stay: () => void router.navigate(location, { replace: true, preventScrollReset: true }),
  })
  const tree = (
    <Root api={api}>
      <RouterProvider router={router} />
    </Root>
  )
  if (hydrationData) hydrateRoot(container, tree, { onRecoverableError: (error) => console.error(error) })
  else createRoot(container).render(tree)
  watchLinks(createPageWarmer(routes, (address, init) => fetch(address, init)))
  reportVisit(api)
}

/** Counts the visit; nobody waits for it, and nobody is told when it fails (specification, section 7). */
function reportVisit(api: ApiClient): void {
  api.call('GET /v1/report', { quiet: true }).catch(() => undefined)
}

/** `undefined` where the server sent the shell alone. */
function readHydrationData(): HydrationState | undefined {
  const json = document.getElementById('hydration')?.textContent
  return json ? (JSON.parse(json) as HydrationState) : undefined
}

/** The first render must find the page's code there, or it would not be the HTML that the server sent. */
async function loadMatchedPages(): Promise<void> {
  const lazyRoutes = (matchRoutes(routes, location) ?? []).map(({ route }) => route).filter(({ lazy }) => lazy)
  await Promise.all(
    lazyRoutes.map(async (route) => {
      const module = typeof route.lazy === 'function' ? await route.lazy() : {}
      Object.assign(route, module, { lazy: undefined })
    }),
  )
}

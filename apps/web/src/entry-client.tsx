import '#app/styles.ts'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, type HydrationState, matchRoutes, RouterProvider } from 'react-router-dom'
import { createBrowserApi } from '#app/browser-api.ts'
import { Root } from '#app/root.tsx'
import { routes } from '#app/routes.tsx'
import { reloadOnStaleChunk } from '#app/stale-chunk.ts'
import type { ApiClient } from '#lib/api-client.ts'
import { routerContextWith } from '#lib/api-context.ts'

reloadOnStaleChunk()
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
  const tree = (
    <Root api={api}>
      <RouterProvider router={router} />
    </Root>
  )
  if (hydrationData) hydrateRoot(container, tree, { onRecoverableError: (error) => console.error(error) })
  else createRoot(container).render(tree)
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

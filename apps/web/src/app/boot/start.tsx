import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { type HydrationState, matchRoutes, RouterProvider } from 'react-router-dom'
import type { ApiClient } from '#lib/api/api-client.ts'
import { holdLaterParts, loadLaterParts } from '#lib/deferred-part.ts'
import { whenIdle } from '#lib/when-idle.ts'
import { Root } from '../root.tsx'
import { routes } from '../routes.tsx'
import { createBrowserApi } from './browser-api.ts'
import { takeEarlyPress } from './click-replay.ts'
import { type BrowserRouter, createLateRouter } from './late-router.ts'
import { watchStaleChunks } from './stale-chunk.ts'

/** Where the browser does not say when it is idle: the first view has been painted by then. */
const FIRST_VIEW_MS = 200

/** Makes the page that the server has sent live, or the page itself where only the shell was sent. */
export async function start(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('the document has no #root')
  const api = createBrowserApi()
  const hydrationData = readHydrationData()
  const startRouter = async () => (await import('./deferred-start.ts')).startRouter({ routes, api, hydrationData })
  if (hydrationData) {
    const showLaterParts = holdLaterParts()
    await loadMatchedPages()
    const { router, arrive } = createLateRouter(routes, hydrationData, startRouter)
    const pressAgain = takeEarlyPress()
    // In pieces: in one go, a large page would keep a slow phone from answering.
    startTransition(() => {
      hydrateRoot(container, treeOf(api, router), { onRecoverableError: (error) => console.error(error) })
    })
    pressAgain()
    whenIdle(() => {
      showLaterParts()
      // Whoever goes to another page before it is there asks for it again.
      arrive().catch(() => undefined)
      reportVisit(api)
    }, FIRST_VIEW_MS)
  } else {
    const [router] = await Promise.all([startRouter(), loadLaterParts()])
    createRoot(container).render(treeOf(api, router))
    reportVisit(api)
  }
}

function treeOf(api: ApiClient, router: BrowserRouter) {
  // A page whose code is gone is not opened: what has been typed on this one would be lost.
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

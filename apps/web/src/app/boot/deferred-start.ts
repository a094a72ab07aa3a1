import type { HydrationState, RouteObject } from 'react-router-dom'
import type { ApiClient } from '#lib/api/api-client.ts'
import { routerContextWith } from '#lib/api/api-context.ts'
import type { BrowserRouter } from './late-router.ts'
import { createPageWarmer, watchLinks } from './prefetch.ts'
import { createBrowserRouter } from './router-engine.ts'

export interface LateStart {
  routes: RouteObject[]
  api: ApiClient
  /** `undefined` where the server sent the shell alone: the router then loads the page. */
  hydrationData: HydrationState | undefined
}

/** What a visit needs besides its first view: the way to other pages. */
export function startRouter({ routes, api, hydrationData }: LateStart): BrowserRouter {
  const router = createBrowserRouter(routes, {
    getContext: () => routerContextWith(api),
    ...(hydrationData && { hydrationData }),
  })
  watchLinks(createPageWarmer(routes, (address, init) => fetch(address, init)))
  return router
}

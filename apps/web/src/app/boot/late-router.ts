import { createElement } from 'react'
import {
  type createBrowserRouter,
  createPath,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  type To,
} from 'react-router-dom'

export type BrowserRouter = ReturnType<typeof createBrowserRouter>
type Subscriber = Parameters<BrowserRouter['subscribe']>[0]
type DataRoute = BrowserRouter['routes'][number]

export interface LateRouter {
  /** For `RouterProvider`. Shows the page that the server sent; whatever it is asked for waits for the real one. */
  router: BrowserRouter
  /** Gets the real one, once. @throws when its code cannot be had; the next time tries again */
  arrive: () => Promise<BrowserRouter>
}

/**
 * Stands in for the browser's router while the first page is made ready: what goes from page to page is a third of the
 * router's code, and the first page needs none of it. It begins with the state that the real one would begin with.
 */
export function createLateRouter(
  routes: RouteObject[],
  hydration: HydrationState,
  load: () => Promise<BrowserRouter>,
): LateRouter {
  const manifest: Record<string, DataRoute> = {}
  const first = { routes: dataRoutesOf(routes, manifest), manifest, state: {} as BrowserRouter['state'] }
  first.state = firstState(first.routes, hydration)
  const subscribers = new Set<Subscriber>()
  let real: BrowserRouter | undefined
  let onTheWay: Promise<BrowserRouter> | undefined

  const take = (router: BrowserRouter) => {
    real = router
    const tell: Subscriber = (state, options) => {
      for (const subscriber of [...subscribers]) subscriber(state, options)
    }
    router.subscribe(tell)
    // The page has moved on to another place in itself meanwhile; else nothing has to be shown anew.
    if (createPath(router.state.location) !== createPath(first.state.location))
      tell(router.state, { deletedFetchers: [], newErrors: null, flushSync: false })
    return router
  }
  const arrive = () => {
    onTheWay ??= load().then(take)
    onTheWay.catch(() => {
      onTheWay = undefined
    })
    return onTheWay
  }
  /** Without the router's code a link still leads where it leads. */
  const navigate = async (to: number | To | null, options?: object) => {
    try {
      const router = real ?? (await arrive())
      await (router.navigate as (to: number | To | null, options?: object) => Promise<void>)(to, options)
    } catch (reason) {
      const url = real || isForm(options) ? null : pageOf(to)
      if (!url) throw reason
      location.assign(url)
    }
  }

  const router = {
    basename: '/',
    future: {},
    window,
    get state() {
      return (real ?? first).state
    },
    get routes() {
      return (real ?? first).routes
    },
    get manifest() {
      return (real ?? first).manifest
    },
    initialize: () => router,
    subscribe: (subscriber: Subscriber) => {
      subscribers.add(subscriber)
      return () => subscribers.delete(subscriber)
    },
    enableScrollRestoration: (...input: Parameters<BrowserRouter['enableScrollRestoration']>) =>
      startLater(arrive, (arrived) => arrived.enableScrollRestoration(...input)),
    navigate,
    createHref: hrefOf,
    createURL: urlOf,
    encodeLocation: (to: To) => {
      const { pathname, search, hash } = urlOf(to)
      return { pathname, search, hash }
    },
    fetch: later(arrive, 'fetch'),
    revalidate: later(arrive, 'revalidate'),
    getFetcher: later(arrive, 'getFetcher'),
    resetFetcher: later(arrive, 'resetFetcher'),
    deleteFetcher: later(arrive, 'deleteFetcher'),
    getBlocker: later(arrive, 'getBlocker'),
    deleteBlocker: later(arrive, 'deleteBlocker'),
  } as unknown as BrowserRouter
  return { router, arrive }
}

type Act = (...input: unknown[]) => unknown

/** Of these, what they give is a promise already or nobody reads it. */
function later(arrive: () => Promise<BrowserRouter>, name: keyof BrowserRouter): Act {
  return async (...input) => {
    const act = (await arrive())[name] as Act
    return act(...input)
  }
}

function startLater(arrive: () => Promise<BrowserRouter>, start: (router: BrowserRouter) => () => void): () => void {
  let isOver = false
  let stop = () => {}
  void arrive().then(
    (router) => {
      if (!isOver) stop = start(router)
    },
    () => undefined,
  )
  return () => {
    isOver = true
    stop()
  }
}

/** As the router makes them of ours: elements instead of components, so that the page stays when the real one comes. */
function dataRoutesOf(routes: RouteObject[], manifest: Record<string, DataRoute>): DataRoute[] {
  return routes.map((route) => {
    const { Component, ErrorBoundary, children, ...rest } = route
    const dataRoute = {
      ...rest,
      hasErrorBoundary: ErrorBoundary != null,
      element: Component && createElement(Component),
      errorElement: ErrorBoundary && createElement(ErrorBoundary),
      children: children && dataRoutesOf(children, manifest),
    } as unknown as DataRoute
    if (route.id) manifest[route.id] = dataRoute
    return dataRoute
  })
}

function firstState(routes: DataRoute[], hydration: HydrationState): BrowserRouter['state'] {
  const { pathname, search, hash } = window.location
  const kept = history.state as { usr?: unknown; key?: string } | null
  const place = { pathname, search, hash, state: kept?.usr ?? null, key: kept?.key ?? 'default' }
  return {
    historyAction: 'POP',
    location: place,
    matches: matchRoutes(routes as RouteObject[], place) ?? [],
    initialized: true,
    renderFallback: false,
    navigation: {
      state: 'idle',
      location: undefined,
      matches: undefined,
      historyAction: undefined,
      formMethod: undefined,
      formAction: undefined,
      formEncType: undefined,
      formData: undefined,
      json: undefined,
      text: undefined,
    },
    restoreScrollPosition: false,
    preventScrollReset: false,
    revalidation: 'idle',
    loaderData: hydration.loaderData ?? {},
    actionData: hydration.actionData ?? null,
    errors: hydration.errors ?? null,
    fetchers: new Map(),
    blockers: new Map(),
  } as unknown as BrowserRouter['state']
}

function isForm(options: object | undefined): boolean {
  return options !== undefined && 'formData' in options && options.formData != null
}

/** Where a link leads, if that is a page of this site. */
function pageOf(to: number | To | null): URL | null {
  if (to === null || typeof to === 'number') return null
  const url = new URL(hrefOf(to), location.href)
  return url.origin === location.origin ? url : null
}

function hrefOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to)
}

function urlOf(to: To): URL {
  return new URL(hrefOf(to).replace(/ $/, '%20'), location.origin)
}

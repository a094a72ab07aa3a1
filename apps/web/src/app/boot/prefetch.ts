import { type LoaderFunction, matchRoutes, type RouteObject, type RouterContextProvider } from 'react-router-dom'
import { type ApiFetch, createApiClient } from '#lib/api/api-client.ts'
import { createRouterContext } from '#lib/api/api-context.ts'
import { isPrefetched, storePrefetched } from '#lib/api/prefetched-pages.ts'
import { isPrefetchable, prefetchCode } from './prefetch-links.ts'

/** How long a pointer or the focus must rest on a link: moving across it does not count. */
const INTENT_MS = 65

/** Fetches a page's code and data, so that opening it finds both. Never fails. */
export type PrefetchPage = (url: URL) => Promise<void>

export function createPagePrefetch(routes: RouteObject[], fetch: ApiFetch): PrefetchPage {
  return async (url) => {
    const page = matchRoutes(routes, url)?.at(-1)
    const loader = page && (await getLoader(page.route))
    const address = url.origin + url.pathname + url.search
    if (!loader || isPrefetched(address)) return
    const { params, route } = page
    const data = loadCompletely(fetch, (context, signal) =>
      loader({ request: new Request(address, { signal }), params, context, url, pattern: route.path ?? '' }),
    )
    storePrefetched(loader, address, data)
    await data.catch(() => undefined)
  }
}

/** Loads the page's code as well. */
async function getLoader({ lazy, loader }: RouteObject): Promise<LoaderFunction | undefined> {
  if (typeof lazy !== 'function') return typeof loader === 'function' ? loader : undefined
  try {
    const { loader: loaded } = await prefetchCode(lazy)
    return typeof loaded === 'function' ? loaded : undefined
  } catch {
    return undefined
  }
}

/**
 * Runs a loader.
 * @throws the error of any call that fails or must not be prefetched, even if the loader tolerates that
 */
async function loadCompletely(
  fetch: ApiFetch,
  load: (context: RouterContextProvider, signal: AbortSignal) => unknown,
): Promise<unknown> {
  const attempt = new AbortController()
  const fetchIfPrefetchable: ApiFetch = async (address, init) => {
    const answer = isPrefetchable(address, init) ? await fetch(address, init).catch(() => undefined) : undefined
    if (answer?.ok) return answer
    // Aborts the loader's other calls. A loader that tolerates the failed call would otherwise log the failure.
    attempt.abort()
    throw new Error('not prefetched')
  }
  // Leaves out `onError`: the visitor has not opened this page yet.
  const data = await load(createRouterContext(createApiClient({ fetch: fetchIfPrefetchable })), attempt.signal)
  if (attempt.signal.aborted) throw new Error('page prefetched in part')
  return data
}

/**
 * Prefetches the page of a link that the pointer rests on, a finger touches or the focus reaches.
 * @returns a function that stops it
 */
export function watchLinks(prefetch: PrefetchPage): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const handleRest = ({ target }: Event) => {
    clearTimeout(timer)
    const url = findLinkedPage(target)
    if (url) timer = setTimeout(() => void prefetch(url), INTENT_MS)
  }
  const handleTouch = ({ target }: Event) => {
    const url = findLinkedPage(target)
    if (url) void prefetch(url)
  }
  const controller = new AbortController()
  const { signal } = controller
  // A click focuses the link too, and opens the page itself.
  addEventListener('click', () => clearTimeout(timer), { signal })
  addEventListener('pointerover', handleRest, { passive: true, signal })
  addEventListener('focusin', handleRest, { signal })
  addEventListener('touchstart', handleTouch, { passive: true, signal })
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}

/** The other page of this site that a link opens in this tab; `null` also when the visitor saves data. */
function findLinkedPage(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download') || isSavingData()) return null
  const url = new URL(link.href)
  const isHere = url.pathname + url.search === location.pathname + location.search
  return url.origin === location.origin && !isHere ? url : null
}

function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

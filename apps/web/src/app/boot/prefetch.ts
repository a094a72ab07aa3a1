import { type LoaderFunction, matchRoutes, type RouteObject, type RouterContextProvider } from 'react-router-dom'
import { type ApiFetch, createApiClient } from '#lib/api/api-client.ts'
import { routerContextWith } from '#lib/api/api-context.ts'
import { isWarm, keepWarm } from '#lib/api/prefetched-pages.ts'
import { fetchAhead, isWarmable } from './prefetch-links.ts'

/** How long a pointer or the focus rests on a link before it counts as a wish: on the way over it, it does not. */
const INTENT_MS = 65

export interface PageWarmer {
  /** Asks for the page's code and data, so that opening it finds both there. Never fails. */
  warm: (url: URL) => Promise<void>
}

export function createPageWarmer(routes: RouteObject[], fetch: ApiFetch): PageWarmer {
  return {
    async warm(url) {
      const page = matchRoutes(routes, url)?.at(-1)
      const loader = page && (await loaderOf(page.route))
      const address = url.origin + url.pathname + url.search
      if (!loader || isWarm(address)) return
      const { params, route } = page
      const answer = wholeAnswer(fetch, (context) =>
        loader({ request: new Request(address), params, context, url, pattern: route.path ?? '' }),
      )
      keepWarm(loader, address, answer)
      await answer.catch(() => undefined)
    },
  }
}

/** Fetches the page's code on the way. */
async function loaderOf({ lazy, loader }: RouteObject): Promise<LoaderFunction | undefined> {
  if (typeof lazy !== 'function') return typeof loader === 'function' ? loader : undefined
  try {
    const { loader: loaded } = await fetchAhead(lazy)
    return typeof loaded === 'function' ? loaded : undefined
  } catch {
    return undefined
  }
}

/** What the loader gives, unless one of its calls failed or may not be made ahead: a page with a gap is not kept. */
async function wholeAnswer(fetch: ApiFetch, load: (context: RouterContextProvider) => unknown): Promise<unknown> {
  let hasGap = false
  const noticing: ApiFetch = async (address, init) => {
    const answer = isWarmable(address, init) ? await fetch(address, init).catch(() => undefined) : undefined
    if (answer?.ok) return answer
    hasGap = true
    throw new Error('not asked ahead')
  }
  // Without `onError`: of what nobody has asked for, nobody is told that it failed.
  const data = await load(routerContextWith(createApiClient({ fetch: noticing })))
  if (hasGap) throw new Error('not the whole page')
  return data
}

/** Warms the page behind a link that the pointer rests on, a finger touches or the focus reaches. @returns ends it */
export function watchLinks({ warm }: PageWarmer): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const handleRest = ({ target }: Event) => {
    clearTimeout(timer)
    const url = pageBehind(target)
    if (url) timer = setTimeout(() => void warm(url), INTENT_MS)
  }
  const handleTouch = ({ target }: Event) => {
    const url = pageBehind(target)
    if (url) void warm(url)
  }
  // Pressing a link focuses it too: what is being opened is not asked for ahead once more.
  const handlePress = () => clearTimeout(timer)
  addEventListener('click', handlePress)
  addEventListener('pointerover', handleRest, { passive: true })
  addEventListener('focusin', handleRest)
  addEventListener('touchstart', handleTouch, { passive: true })
  return () => {
    clearTimeout(timer)
    removeEventListener('click', handlePress)
    removeEventListener('pointerover', handleRest)
    removeEventListener('focusin', handleRest)
    removeEventListener('touchstart', handleTouch)
  }
}

/** The page of this site that a link leads to; none when it is the one that is shown, or when the visitor saves data. */
function pageBehind(target: EventTarget | null): URL | null {
  const link = target instanceof Element ? target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download') || savesData()) return null
  const url = new URL(link.href)
  const isHere = url.pathname + url.search === location.pathname + location.search
  return url.origin === location.origin && !isHere ? url : null
}

function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

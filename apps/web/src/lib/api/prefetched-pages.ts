import { SECOND_MS } from '@portal/contract/constants.ts'

/* Lifetime of prefetched pages. The data is fetched while the pointer rests on a link; on the server there is none. */

export const PREFETCH_TTL_MS = 5 * SECOND_MS
const PAGES_MAX = 6

/** Identifies the route: shell and page have loaders of their own for the same address. */
type Loader = (...args: never[]) => unknown

/** Prefetched data by full address, oldest first. */
const pages = new Map<string, { loader: Loader; data: Promise<unknown>; sinceMs: number }>()

/** Stores the data of an address for its loader; a rejected promise is removed. */
export function storePrefetched(loader: Loader, address: string, data: Promise<unknown>): void {
  const oldest = pages.keys().next().value
  if (pages.size >= PAGES_MAX && oldest !== undefined) pages.delete(oldest)
  const page = { loader, data, sinceMs: performance.now() }
  pages.set(address, page)
  data.catch(() => {
    if (pages.get(address) === page) pages.delete(address)
  })
}

export function isPrefetched(address: string): boolean {
  const page = pages.get(address)
  return page !== undefined && isFresh(page)
}

/** Removes and returns the data of this loader and address, so that a page that is loaded again is fetched again. */
export function takePrefetched(loader: Loader, address: string): Promise<unknown> | undefined {
  const page = pages.get(address)
  if (page?.loader !== loader) return undefined
  pages.delete(address)
  return isFresh(page) ? page.data : undefined
}

/** Drops all prefetched data. Called after anything that may change the content of pages. */
export function clearPrefetched(): void {
  pages.clear()
}

function isFresh({ sinceMs }: { sinceMs: number }): boolean {
  return performance.now() - sinceMs < PREFETCH_TTL_MS
}

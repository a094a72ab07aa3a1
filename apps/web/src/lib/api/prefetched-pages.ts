import { SECOND_MS } from '@portal/contract/constants.ts'

/*
 * Data of pages that a visitor is about to open, asked for while the pointer is on its way. Nothing is ever put here on
 * the server.
 */

/** Older data is asked for again. */
export const WARMTH_MS = 5 * SECOND_MS
/** More are never kept: the oldest makes room. */
const MOST_AT_ONCE = 6

/** The loader itself: two loaders may serve one address, the shell's and the page's. */
type Loader = (...args: never[]) => unknown

interface WarmedPage {
  loader: Loader
  answer: Promise<unknown>
  sinceMs: number
}

/** By the whole address. */
const pages = new Map<string, WarmedPage>()

/** Keeps what a page's loader is about to give for an address, until it is taken or too old; a failure is forgotten. */
export function keepWarm(loader: Loader, address: string, answer: Promise<unknown>): void {
  const oldest = pages.keys().next().value
  if (pages.size >= MOST_AT_ONCE && oldest !== undefined) pages.delete(oldest)
  const page = { loader, answer, sinceMs: performance.now() }
  pages.set(address, page)
  answer.catch(() => {
    if (pages.get(address) === page) pages.delete(address)
  })
}

export function isWarm(address: string): boolean {
  const page = pages.get(address)
  return page !== undefined && performance.now() - page.sinceMs < WARMTH_MS
}

/** Gives what was kept for this loader and address, once: a page that is loaded again asks again. */
export function takeWarm(loader: Loader, address: string): Promise<unknown> | undefined {
  const page = pages.get(address)
  if (page?.loader !== loader) return undefined
  pages.delete(address)
  return performance.now() - page.sinceMs < WARMTH_MS ? page.answer : undefined
}

/** Forgets everything, when something may have changed. */
export function forgetWarm(): void {
  pages.clear()
}

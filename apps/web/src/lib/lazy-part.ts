import { type ComponentType, lazy } from 'react'

let partsOnTheWay = 0

/** Whether code is being fetched that somebody has asked for by opening a part of the page. */
export function isPartOnTheWay(): boolean {
  return partsOnTheWay > 0
}

/**
 * A part of a page whose code is loaded when it is first needed. Where it cannot be had the part is missing, and the page
 * stays; `app/stale-chunk.ts` says what can be done.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    partsOnTheWay += 1
    try {
      return { default: await load() }
    } catch {
      return { default: (): null => null }
    } finally {
      partsOnTheWay -= 1
    }
  })
}

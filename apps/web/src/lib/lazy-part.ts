import { type ComponentType, lazy } from 'react'

let partsLoading = 0

/** Whether code is loading for a part that the visitor has opened. */
export function isPartLoading(): boolean {
  return partsLoading > 0
}

/** A part of a page whose code is loaded when it is first rendered; when it cannot be loaded, the part is left out. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    partsLoading += 1
    try {
      return { default: await load() }
    } catch {
      return { default: (): null => null }
    } finally {
      partsLoading -= 1
    }
  })
}

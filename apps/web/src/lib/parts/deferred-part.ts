import { type ComponentType, createElement, memo, Suspense, use } from 'react'

/* Lazy hydration boundaries: the server renders these parts of a page with the rest, and their code is loaded after
   the first view. Until then React does not touch their HTML; links and forms in it work natively. On the server,
   and on every page after the first, the code is loaded before the page is shown. */

/** Load functions of the parts whose code is not loaded yet. */
const pending = new Set<() => Promise<void>>()
/** Chunks that hydration waits for. */
const awaited = new Set<Promise<void>>()
let firstView: Promise<void> | null = null

/**
 * Makes a deferred part.
 * @param load loads the component; when the code cannot be loaded, the part is left out and the page stays
 * @param Fallback shown while the code loads, when the server has rendered nothing
 */
export function deferredPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback?: ComponentType<Props>,
) {
  const { Content } = createPart(load)
  function DeferredPart(props: Props) {
    const fallback = Fallback && createElement(Fallback, props)
    return createElement(Suspense, { fallback }, createElement(Content, props))
  }
  // React discards server HTML that is not hydrated yet when its parent re-renders; unchanged properties prevent that.
  return memo(DeferredPart)
}

/**
 * Makes a component that loads its code after the first view, once it is rendered.
 * @returns the component, and functions that load its code at once: `loadPart` never fails, `tryPart` tells whether the
 * code is there
 */
export function createPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const tryPart = async (): Promise<boolean> => {
    try {
      Loaded ??= await load()
      return true
    } catch {
      return false
    }
  }
  const loadPart = () => {
    loading ??= tryPart().then(() => {
      Loaded ??= () => null
      pending.delete(loadPart)
    })
    return loading
  }
  pending.add(loadPart)
  const loadAfterFirstView = async () => {
    await firstView
    await loadPart()
  }
  let wait: Promise<void> | undefined

  function Content(props: Props) {
    if (!Loaded && !wait) {
      wait = loadAfterFirstView()
      awaited.add(wait)
    }
    // When React resumes a suspended render, `use` must be called with the same promise again.
    if (wait) use(wait)
    return Loaded ? createElement(Loaded, props) : null
  }
  return { Content, loadPart, tryPart }
}

/** Delays all deferred parts until the returned function is called, so that the first view is ready sooner. */
export function holdDeferredParts(): () => void {
  let release = () => {}
  firstView = new Promise((resolve) => {
    release = () => {
      firstView = null
      resolve()
    }
  })
  return release
}

export function areDeferredPartsHeld(): boolean {
  return firstView !== null
}

export async function waitForFirstView(): Promise<void> {
  await firstView
}

/** Loads the code of all parts of the pages that have been loaded so far, and of the parts within them. */
export async function loadDeferredParts(): Promise<void> {
  while (pending.size > 0) await Promise.all([...pending].map((load) => load()))
}

/** Resolves when every rendered part has its code: an update before that would discard the part's HTML. */
export async function waitForRenderedParts(): Promise<void> {
  await Promise.all(awaited)
}

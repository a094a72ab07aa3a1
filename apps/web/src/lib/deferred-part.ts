import { type ComponentType, createElement, memo, Suspense, use } from 'react'

/*
 * Parts of a page whose HTML the server sends with all the rest and whose code comes after the first view. Until then
 * React leaves their HTML as it is; links and forms in it work by themselves. On the server, and on every page after
 * the first, the code is there before the page is shown.
 */

interface Part {
  load: () => Promise<void>
}

const parts = new Set<Part>()
/** For the code of these the page waits. */
const awaited = new Set<Promise<void>>()
let firstView: Promise<void> | null = null

/**
 * @param load gives the component; where the code cannot be had the part is missing, and the page stays
 * @param Before stands in its place where the server has sent nothing and the code is on its way
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Before?: ComponentType<Props>,
) {
  let Loaded: ComponentType<Props> | undefined
  let onTheWay: Promise<void> | undefined
  const part: Part = {
    load: () => {
      onTheWay ??= load()
        .catch(() => (): null => null)
        .then((component) => {
          Loaded = component
          parts.delete(part)
        })
      return onTheWay
    },
  }
  parts.add(part)
  const afterFirstView = async () => {
    await firstView
    await part.load()
  }
  let wait: Promise<void> | undefined

  function Content(props: Props) {
    if (!Loaded) {
      if (!wait) {
        wait = afterFirstView()
        awaited.add(wait)
      }
      use(wait)
    }
    return Loaded ? createElement(Loaded, props) : null
  }
  function LaterPart(props: Props) {
    return createElement(Suspense, { fallback: Before && createElement(Before, props) }, createElement(Content, props))
  }
  // React gives up HTML that has no code yet when what is around it changes: the same properties are no change.
  return memo(LaterPart) as unknown as ComponentType<Props>
}

/** Keeps the code of parts from being asked for while the first page is made ready. @returns lets it come */
export function holdLaterParts(): () => void {
  let release = () => {}
  firstView = new Promise((resolve) => {
    release = () => {
      firstView = null
      resolve()
    }
  })
  return release
}

/** Whether the first page is still without its parts, on purpose. */
export function areLaterPartsHeld(): boolean {
  return firstView !== null
}

/** Gets the code of every part of the pages that have been loaded so far. */
export async function loadLaterParts(): Promise<void> {
  await Promise.all([...parts].map((part) => part.load()))
}

/** Done when all that the page shows has its code: what changes the page before would take their HTML away. */
export async function shownPartsLoaded(): Promise<void> {
  await Promise.all(awaited)
}

import { type ComponentType, memo, type ReactNode, Suspense, use, useEffect, useMemo, useState } from 'react'
import { useHydrated } from '../use-hydrated.ts'
import { createPart, waitForFirstView, waitForRenderedParts } from './deferred-part.ts'

/** Distance from the window at which a part is hydrated: half its height. */
const NEAR = '50% 0px'

/** One part of the first page that is not hydrated yet. */
interface Turn {
  /** Its server HTML. */
  elements: readonly Element[]
  /** Loads its code. When that fails, the HTML of the server stays, and the next touch tries again. */
  begin(): void
  /** Resolves when the code is there. */
  over: Promise<void>
  /** @param start the mark before the part; another one follows it */
  watch(start: HTMLTemplateElement | null): void
}

let isFirstPage = false
const turns = new Set<Turn>()
/** Buttons to press again. */
const pressed = new Set<HTMLButtonElement>()

/** Lets the parts of a page that the server rendered wait, until the page changes. */
export function holdNearParts(): void {
  isFirstPage = true
  for (const touch of ['pointerdown', 'focusin']) addEventListener(touch, beginTouched, true)
}

function beginTouched({ target }: Event): void {
  findTurn(target)?.begin()
}

/** Presses buttons again that a visitor presses before their part of the page is hydrated. */
export function watchEarlyPresses(): void {
  // In front of React, which stops these events on their way to HTML that it has not hydrated.
  addEventListener('click', pressAgain, true)
}

/** Hydrates all parts: the page is about to change, and React would discard server HTML that it has not hydrated. */
export function beginNearParts(): void {
  if (isFirstPage) for (const turn of turns) turn.begin()
  isFirstPage = false
}

/**
 * Makes a deferred part that stays as the server sent it until it comes near the window, a visitor touches it, its props
 * change, or the router changes the page. Only then its code is loaded. Links in it work natively, and a button that is
 * pressed too early is pressed again. On every page after the first it is a deferred part.
 * @param load loads the component
 */
export function nearPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { Content, tryPart } = createPart(load)

  function NearPart(props: Props) {
    const isHydrated = useHydrated()
    const [turn] = useState(() => (isFirstPage && !isHydrated ? createTurn(tryPart) : null))
    const [sent] = useState(props)
    const [isOver, setIsOver] = useState(turn === null)
    const hasChanged = props !== sent
    useEffect(() => {
      if (hasChanged) turn?.begin()
      void turn?.over.then(() => setIsOver(true))
    }, [turn, hasChanged])
    // React discards server HTML that is not hydrated when its element is another one.
    const shown = isOver ? props : sent
    const part = useMemo(
      () => (
        <Suspense>
          <Gate until={turn?.over}>
            <Content {...shown} />
          </Gate>
        </Suspense>
      ),
      [turn, shown],
    )
    return (
      <>
        <template ref={turn?.watch} />
        {part}
        <template />
      </>
    )
  }
  return memo(NearPart)
}

function Gate({ until, children }: { until: Promise<void> | undefined; children: ReactNode }) {
  if (until) use(until)
  return children
}

function createTurn(load: () => Promise<boolean>): Turn {
  let resolve = () => {}
  const turn: Turn = {
    elements: [],
    begin: () => void load().then((isThere) => isThere && resolve()),
    over: new Promise<void>((done) => {
      resolve = done
    }),
    watch(start) {
      if (!start) return
      turn.elements = listElements(start)
      if (turn.elements.length === 0 || typeof IntersectionObserver === 'undefined') return turn.begin()
      const observer = new IntersectionObserver(
        (seen) => {
          if (seen.some(({ isIntersecting }) => isIntersecting)) turn.begin()
        },
        { rootMargin: NEAR },
      )
      void waitForFirstView().then(() => {
        for (const element of turn.elements) observer.observe(element)
      })
      void turn.over.then(() => observer.disconnect())
    },
  }
  turns.add(turn)
  void turn.over.then(() => turns.delete(turn))
  return turn
}

function findTurn(target: EventTarget | null): Turn | undefined {
  return [...turns].find(({ elements }) => elements.some((element) => element.contains(target as Node)))
}

function pressAgain(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  const turn = button && findTurn(button)
  if (turn) {
    event.preventDefault()
    event.stopPropagation()
    turn.begin()
    void pressAfter(turn.over, button)
  } else if (button && button.type !== 'submit') {
    void pressUnlessArrived(button)
  }
}

/** Presses a button of a deferred part again, or one whose near part is only found by this click, if React stopped it. */
async function pressUnlessArrived(button: HTMLButtonElement): Promise<void> {
  let isThere = false
  button.addEventListener(
    'click',
    () => {
      isThere = true
    },
    { capture: true, once: true },
  )
  await new Promise((resolve) => setTimeout(resolve))
  if (!isThere) await pressAfter(waitForRenderedParts(), button)
}

/** Presses a button once, however often it was pressed before. React hydrates a part at once when it is clicked and its code is there. */
async function pressAfter(ready: Promise<void>, button: HTMLButtonElement): Promise<void> {
  if (pressed.has(button)) return
  pressed.add(button)
  await ready
  pressed.delete(button)
  button.click()
}

function listElements(start: HTMLTemplateElement): Element[] {
  const elements: Element[] = []
  for (let next = start.nextElementSibling; next && next.tagName !== 'TEMPLATE'; next = next.nextElementSibling)
    elements.push(next)
  return elements
}

import { act, fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { deferredPart, loadDeferredParts, waitForRenderedParts } from './deferred-part.ts'
import { beginNearParts, holdNearParts, nearPart, watchEarlyPresses } from './near-part.tsx'

function Counter({ word }: { word: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {word} {count}
    </button>
  )
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  vi.unstubAllGlobals()
})

/**
 * Hydrates the HTML that a server rendered, as the first page of a visit.
 * @param press presses its button as soon as hydration begins
 */
async function openPage(makePart: typeof nearPart = nearPart, press?: (button: HTMLButtonElement) => void) {
  const observed: { element: Element; reach: () => void }[] = []
  const Observer = class {
    #report: (seen: { isIntersecting: boolean }[]) => void
    constructor(report: (seen: { isIntersecting: boolean }[]) => void) {
      this.#report = report
    }
    observe(element: Element) {
      observed.push({ element, reach: () => this.#report([{ isIntersecting: true }]) })
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const OnServer = nearPart(async () => Counter)
  await loadDeferredParts()
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<OnServer word="点赞" />)

  const load = vi.fn(async () => Counter)
  const Part = makePart(load)
  const button = container.querySelector('button') as HTMLButtonElement
  holdNearParts()
  watchEarlyPresses()
  const root = await act(async () => {
    const hydrated = hydrateRoot(container, <Part word="点赞" />)
    press?.(button)
    return hydrated
  })
  ends.push(async () => {
    await act(async () => root.unmount())
    beginNearParts()
    container.remove()
  })
  const showWord = (word: string) => act(async () => root.render(<Part word={word} />))
  return { load, button, observed, showWord }
}

it('keeps the HTML of the server, without its code, until it comes near the window', async () => {
  const { load, button, observed } = await openPage()
  expect(observed.map(({ element }) => element)).toEqual([button])
  fireEvent.scroll(document)
  expect(load).not.toHaveBeenCalled()
  await act(async () => observed[0]?.reach())
  await act(waitForRenderedParts)
  fireEvent.click(button)
  expect(button.textContent).toBe('点赞 1')
  expect(button.isConnected).toBe(true)
})

it('loads its code when a finger touches it, and presses a button that was pressed too early', async () => {
  const { load, button } = await openPage()
  button.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(load).toHaveBeenCalledTimes(1)
  await act(async () => {
    fireEvent.click(button)
    await vi.waitFor(() => expect(button.textContent).toBe('点赞 1'))
  })
  expect(button.isConnected).toBe(true)
})

it.each([
  ['part that waits', nearPart],
  ['deferred part', deferredPart],
])('presses once a button of a %s that was pressed before the page was hydrated', async (_kind, makePart) => {
  const { button } = await openPage(makePart, (early) => {
    early.click()
    early.click()
  })
  await act(async () => {
    await vi.waitFor(() => expect(button.textContent).not.toBe('点赞 0'))
  })
  expect(button.textContent).toBe('点赞 1')
  expect(button.isConnected).toBe(true)
})

it('keeps its HTML when its code cannot be loaded, and works once it can', async () => {
  const { load, button } = await openPage()
  load.mockRejectedValueOnce(new Error('offline'))
  await act(async () => fireEvent.click(button))
  expect(button.textContent).toBe('点赞 0')
  expect(button.isConnected).toBe(true)
  await act(async () => {
    fireEvent.click(button)
    await vi.waitFor(() => expect(button.textContent).toBe('点赞 1'))
  })
  expect(button.isConnected).toBe(true)
})

it('keeps its HTML when the page gives it another text, and then shows that text', async () => {
  const { button, showWord } = await openPage()
  await showWord('收藏')
  await act(waitForRenderedParts)
  expect(button.textContent).toBe('收藏 0')
  expect(button.isConnected).toBe(true)
})

it('is hydrated before the page changes', async () => {
  const { button, load } = await openPage()
  await act(async () => beginNearParts())
  expect(load).toHaveBeenCalledTimes(1)
  fireEvent.click(button)
  expect(button.textContent).toBe('点赞 1')
})

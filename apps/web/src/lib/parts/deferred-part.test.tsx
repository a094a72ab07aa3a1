import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { deferredPart, holdDeferredParts, loadDeferredParts, waitForRenderedParts } from './deferred-part.ts'

function Counter({ word }: { word: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {word} {count}
    </button>
  )
}

/** A part that counts up, and its `load`. */
function makeCounterPart() {
  const load = vi.fn(async () => Counter)
  return { load, Part: deferredPart(load) }
}

afterEach(loadDeferredParts)

it('shows a part at once when its code was loaded with the page', async () => {
  const { Part, load } = makeCounterPart()
  await loadDeferredParts()
  render(<Part word="点赞" />)
  expect(screen.getByRole('button').textContent).toBe('点赞 0')
  expect(load).toHaveBeenCalledTimes(1)
})

it('loads no code while parts are held, and shows the part afterwards', async () => {
  const { Part, load } = makeCounterPart()
  const release = holdDeferredParts()
  await act(async () => render(<Part word="点赞" />))
  expect(load).not.toHaveBeenCalled()
  await act(async () => {
    release()
    await waitForRenderedParts()
  })
  expect((await screen.findByRole('button')).textContent).toBe('点赞 0')
})

it('keeps server HTML until the code is loaded, then responds to clicks', async () => {
  const onServer = makeCounterPart()
  await loadDeferredParts()
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<onServer.Part word="收藏" />)
  const button = container.querySelector('button')

  const { Part } = makeCounterPart()
  const release = holdDeferredParts()
  const root = await act(async () => hydrateRoot(container, <Part word="收藏" />))
  expect(container.querySelector('button')).toBe(button)
  release()
  await act(waitForRenderedParts)
  fireEvent.click(screen.getByRole('button'))
  expect(button?.textContent).toBe('收藏 1')
  await act(async () => root.unmount())
  container.remove()
})

it('leaves out a part whose code cannot be loaded, and keeps the page', async () => {
  const Part = deferredPart(() => Promise.reject(new Error('gone')))
  await act(async () =>
    render(
      <p>
        正文
        <Part />
      </p>,
    ),
  )
  await act(waitForRenderedParts)
  expect(screen.getByText('正文')).toBeTruthy()
})

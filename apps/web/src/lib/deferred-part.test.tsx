import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { holdLaterParts, laterPart, loadLaterParts, shownPartsLoaded } from './deferred-part.ts'

function Counter({ word }: { word: string }) {
  const [count, setCount] = useState(0)
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {word} {count}
    </button>
  )
}

/** A part with the times that its code was asked for. */
function counterPart() {
  const load = vi.fn(async () => Counter)
  return { load, Part: laterPart(load) }
}

afterEach(loadLaterParts)

it('shows a part at once when its code has been loaded with the page', async () => {
  const { Part, load } = counterPart()
  await loadLaterParts()
  render(<Part word="点赞" />)
  expect(screen.getByRole('button').textContent).toBe('点赞 0')
  expect(load).toHaveBeenCalledTimes(1)
})

it('asks for no code while the first page is made ready, and shows the part after it', async () => {
  const { Part, load } = counterPart()
  const release = holdLaterParts()
  await act(async () => render(<Part word="点赞" />))
  expect(load).not.toHaveBeenCalled()
  await act(async () => {
    release()
    await shownPartsLoaded()
  })
  expect((await screen.findByRole('button')).textContent).toBe('点赞 0')
})

it('keeps the HTML of the server until the code comes, and then answers to a press', async () => {
  const onServer = counterPart()
  await loadLaterParts()
  const container = document.createElement('div')
  document.body.append(container)
  container.innerHTML = renderToString(<onServer.Part word="收藏" />)
  const button = container.querySelector('button')

  const { Part } = counterPart()
  const release = holdLaterParts()
  const root = await act(async () => hydrateRoot(container, <Part word="收藏" />))
  expect(container.querySelector('button')).toBe(button)
  release()
  await act(shownPartsLoaded)
  fireEvent.click(screen.getByRole('button'))
  expect(button?.textContent).toBe('收藏 1')
  await act(async () => root.unmount())
  container.remove()
})

it('leaves a part out whose code cannot be had, and the page stays', async () => {
  const Part = laterPart(() => Promise.reject(new Error('gone')))
  await act(async () =>
    render(
      <p>
        正文
        <Part />
      </p>,
    ),
  )
  await act(shownPartsLoaded)
  expect(screen.getByText('正文')).toBeTruthy()
})

import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { setSingleKeys } from './key-bindings.ts'
import { useKeys } from './use-keys.ts'

afterEach(() => setSingleKeys(true))

function Bound({ keys }: { keys: Record<string, () => void> }) {
  useKeys(keys)
  return <input aria-label="名称" />
}

it('calls the handler of a key, but not while text is being typed', () => {
  const handle = vi.fn()
  render(<Bound keys={{ j: handle }} />)
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(screen.getByLabelText('名称'), { key: 'j' })
  fireEvent.keyDown(document.body, { key: 'j', ctrlKey: true })
  expect(handle).toHaveBeenCalledTimes(1)
})

it('works in fields with Ctrl, on a Mac with the command key', () => {
  const save = vi.fn()
  render(<Bound keys={{ 'Mod+S': save }} />)
  const event = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true })
  screen.getByLabelText('名称').dispatchEvent(event)
  fireEvent.keyDown(document.body, { key: 's', metaKey: true })
  expect(save).toHaveBeenCalledTimes(2)
  expect(event.defaultPrevented).toBe(true)
})

it('tells a key with Ctrl and Shift from the one with Ctrl alone', () => {
  const preview = vi.fn()
  render(<Bound keys={{ 'Mod+Shift+P': preview }} />)
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })
  expect(preview).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'P', ctrlKey: true, shiftKey: true })
  expect(preview).toHaveBeenCalledTimes(1)
})

it('takes two keys in turn, and forgets the first one after another key', () => {
  const go = vi.fn()
  render(<Bound keys={{ 'g o': go }} />)
  for (const key of ['g', 'o']) fireEvent.keyDown(document.body, { key })
  expect(go).toHaveBeenCalledTimes(1)
  for (const key of ['g', 'x', 'o']) fireEvent.keyDown(document.body, { key })
  expect(go).toHaveBeenCalledTimes(1)
})

it('calls no single key when they are switched off (WCAG 2.1.4)', () => {
  const [single, save] = [vi.fn(), vi.fn()]
  render(<Bound keys={{ j: single, 'Mod+S': save }} />)
  setSingleKeys(false)
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  expect([single.mock.calls.length, save.mock.calls.length]).toEqual([0, 1])
})

it('leaves all keys to an open dialog, and those of an input method alone', () => {
  const handle = vi.fn()
  render(
    <>
      <Bound keys={{ j: handle, 'Mod+S': handle }} />
      <dialog open>…</dialog>
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'j' })
  fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
  document.querySelector('dialog')?.removeAttribute('open')
  fireEvent.keyDown(document.body, { key: 'j', isComposing: true })
  expect(handle).not.toHaveBeenCalled()
})

it('prefers the component that was shown last, until it is gone', () => {
  const [outer, inner] = [vi.fn(), vi.fn()]
  const { rerender } = render(<Bound keys={{ r: outer }} />)
  rerender(
    <>
      <Bound keys={{ r: outer }} />
      <Bound keys={{ r: inner }} />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'r' })
  rerender(<Bound keys={{ r: outer }} />)
  fireEvent.keyDown(document.body, { key: 'r' })
  expect([outer.mock.calls.length, inner.mock.calls.length]).toEqual([1, 1])
})

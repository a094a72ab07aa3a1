import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { type KeyBindings, listKeyDescriptions } from './key-bindings.ts'
import { KeyCaps } from './key-caps.tsx'
import { setSingleKeys } from './single-keys.ts'
import { useKeys } from './use-keys.ts'

afterEach(() => setSingleKeys(true))

function Bound({ keys }: { keys: KeyBindings }) {
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

it('handles keys with Ctrl in fields, on a Mac with the command key', () => {
  const save = vi.fn()
  render(<Bound keys={{ 'Mod+S': save }} />)
  const event = new KeyboardEvent('keydown', { key: 's', ctrlKey: true, bubbles: true, cancelable: true })
  screen.getByLabelText('名称').dispatchEvent(event)
  fireEvent.keyDown(document.body, { key: 's', metaKey: true })
  expect(save).toHaveBeenCalledTimes(2)
  expect(event.defaultPrevented).toBe(true)
})

it('handles keys with Alt and a digit, and function keys, in fields', () => {
  const [third, next] = [vi.fn(), vi.fn()]
  render(<Bound keys={{ 'Alt+3': third, F8: next }} />)
  fireEvent.keyDown(screen.getByLabelText('名称'), { key: '£', code: 'Digit3', altKey: true })
  fireEvent.keyDown(screen.getByLabelText('名称'), { key: 'F8', code: 'F8' })
  expect([third.mock.calls.length, next.mock.calls.length]).toEqual([1, 1])
})

it('distinguishes a key with Ctrl and Shift from the one with Ctrl alone', () => {
  const preview = vi.fn()
  render(<Bound keys={{ 'Mod+Shift+P': preview }} />)
  fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })
  expect(preview).not.toHaveBeenCalled()
  fireEvent.keyDown(document.body, { key: 'P', ctrlKey: true, shiftKey: true })
  expect(preview).toHaveBeenCalledTimes(1)
})

it('accepts two keys in sequence, and forgets the first one after another key', () => {
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

it('leaves all keys to an open dialog, and keys of an input method alone', () => {
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

it('prefers the component that was mounted last, until it is unmounted', () => {
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

it('passes a key that one component rejects to the component below', () => {
  const outer = vi.fn()
  render(
    <>
      <Bound keys={{ Enter: outer }} />
      <Bound keys={{ Enter: () => false }} />
    </>,
  )
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(outer).toHaveBeenCalledTimes(1)
})

it('lists each key of the page once with its description', () => {
  const handle = vi.fn()
  render(
    <>
      <Bound keys={{ r: { words: '重试', run: handle }, 'g o': { words: '概览', run: handle }, q: handle }} />
      <Bound keys={{ r: { words: '答复', run: handle }, R: { words: '答复', run: handle } }} />
    </>,
  )
  expect([...listKeyDescriptions()]).toEqual([
    ['答复', ['r', 'R']],
    ['概览', ['g o']],
  ])
  fireEvent.keyDown(document.body, { key: 'r' })
  expect(handle).toHaveBeenCalledTimes(1)
})

it('keeps Enter and Esc when single keys are switched off, and hides the caps of the others', () => {
  const [enter, letter] = [vi.fn(), vi.fn()]
  render(
    <>
      <Bound keys={{ Enter: enter, 'Shift+X': letter }} />
      <KeyCaps of="g o" />
      <KeyCaps of="Mod+K" />
    </>,
  )
  act(() => setSingleKeys(false))
  fireEvent.keyDown(document.body, { key: 'Enter' })
  fireEvent.keyDown(document.body, { key: 'x', shiftKey: true })
  expect([enter.mock.calls.length, letter.mock.calls.length]).toEqual([1, 0])
  expect(document.querySelectorAll('kbd')).toHaveLength(2)
})

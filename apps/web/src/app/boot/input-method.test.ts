import { fireEvent } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { holdBackComposedEnter } from './input-method.ts'

const onKeyDown = vi.fn()

it.each([
  [{ key: 'Enter', isComposing: true }, false],
  [{ key: 'Enter', keyCode: 229 }, false],
  [{ key: 'Enter' }, true],
  [{ key: 'a', isComposing: true }, true],
])('keeps an Enter that only takes over a word from every field: %o', (key, isHeard) => {
  const stop = holdBackComposedEnter()
  document.body.innerHTML = '<form><textarea></textarea></form>'
  const field = document.querySelector('textarea') as HTMLElement
  field.addEventListener('keydown', onKeyDown)
  onKeyDown.mockClear()
  expect(fireEvent.keyDown(field, key)).toBe(isHeard)
  expect(onKeyDown).toHaveBeenCalledTimes(isHeard ? 1 : 0)
  stop()
})

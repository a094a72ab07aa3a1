import { fireEvent } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { holdBackComposedEnter } from './input-method.ts'

const onKeyDown = vi.fn()

it.each([
  [{ key: 'Enter', isComposing: true }, false],
  [{ key: 'Enter', keyCode: 229 }, false],
  [{ key: 'Enter' }, true],
  [{ key: 'a', isComposing: true }, true],
])('stops only the Enter that confirms a composition: %o', (key, isHandled) => {
  const stop = holdBackComposedEnter()
  document.body.innerHTML = '<form><textarea></textarea></form>'
  const field = document.querySelector('textarea') as HTMLElement
  field.addEventListener('keydown', onKeyDown)
  onKeyDown.mockClear()
  expect(fireEvent.keyDown(field, key)).toBe(isHandled)
  expect(onKeyDown).toHaveBeenCalledTimes(isHandled ? 1 : 0)
  stop()
})

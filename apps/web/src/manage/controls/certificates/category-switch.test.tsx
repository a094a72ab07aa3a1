import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CategorySwitch } from './category-switch.tsx'

it('shows the chosen category in the middle of a strip that is wider than the screen', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'LABEL'
      ? 20 + 100 * [...(this.parentElement?.querySelectorAll('label') ?? [])].indexOf(this as HTMLLabelElement)
      : 20
  })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
  const { rerender } = render(<CategorySwitch category="organic" onChange={() => {}} />)
  expect(screen.getByRole('group', { name: '类别' }).scrollLeft).toBe(300)
  rerender(<CategorySwitch category="metal" onChange={() => {}} />)
  expect(screen.getByRole('group', { name: '类别' }).scrollLeft).toBe(400)
})

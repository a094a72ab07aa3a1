import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Drawing, DrawingPart } from './drawing.tsx'

it('draws the crown without a file, in its place', () => {
  const { container } = render(
    <svg>
      <title>印章</title>
      <DrawingPart name="brilliant-plan" x={48} y={46} width={44} height={44} />
    </svg>,
  )
  expect(container.querySelector('g')?.getAttribute('transform')).toBe('translate(48 46) scale(0.44)')
  expect(container.querySelectorAll('g > path[d]')).toHaveLength(1)
  expect(container.querySelector('use')).toBeNull()
})

it('draws a stone from a file', () => {
  const { container } = render(<Drawing name="bangle" />)
  expect(container.querySelector('use')?.getAttribute('href')).toMatch(/#bangle$/)
})

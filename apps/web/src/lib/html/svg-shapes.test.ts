import { expect, it } from 'vitest'
import { toSvgContent } from './svg-shapes.ts'

it('writes the shapes as React would, without its key', () => {
  const shapes = toSvgContent([
    ['path', { d: 'M4 5h16', key: 'a' }],
    ['rect', { class: 'dark', x: 1.5, width: '2' }],
  ])
  expect(shapes.__html).toBe('<path d="M4 5h16"></path><rect class="dark" x="1.5" width="2"></rect>')
})

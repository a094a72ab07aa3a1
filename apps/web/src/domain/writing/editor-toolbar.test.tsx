import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EditorToolbar } from './editor-toolbar.tsx'
import { NO_CONTEXT } from './text-editor.ts'

const acts = {
  onMode: vi.fn(),
  onUndo: vi.fn(),
  onRedo: vi.fn(),
  onMarkup: vi.fn(),
  onPictures: vi.fn(),
  onImport: vi.fn(),
}
const findTool = (name: string) => screen.getByRole('button', { name })
const open = (canUndo: boolean, canRedo: boolean) => (
  <EditorToolbar isDisabled={false} context={{ ...NO_CONTEXT, canUndo, canRedo }} mode="visual" {...acts} />
)

it('undoes and redoes when there is a step, by buttons that keep the focus', () => {
  const { rerender } = render(open(true, false))
  fireEvent.click(findTool('撤销'))
  fireEvent.click(findTool('重做'))
  expect([acts.onUndo.mock.calls.length, acts.onRedo.mock.calls.length]).toEqual([1, 0])
  findTool('撤销').focus()
  rerender(open(false, true))
  expect(document.activeElement).toBe(findTool('撤销'))
  expect(findTool('撤销').getAttribute('aria-disabled')).toBe('true')
  expect(findTool('重做').getAttribute('aria-disabled')).toBe('false')
  fireEvent.click(findTool('撤销'))
  fireEvent.keyDown(findTool('撤销'), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(findTool('重做'))
  fireEvent.click(findTool('重做'))
  expect([acts.onUndo.mock.calls.length, acts.onRedo.mock.calls.length]).toEqual([1, 1])
})

it('is one Tab stop, whose tools the arrow keys reach round the end', () => {
  render(open(true, true))
  const tools = screen.getByRole('toolbar').querySelectorAll('button')
  tools[0]?.focus()
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowLeft' })
  expect(document.activeElement).toBe(findTool('导入'))
  expect([...tools].filter(({ tabIndex }) => tabIndex === 0)).toEqual([findTool('导入')])
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' })
  expect(document.activeElement).toBe(findTool('撤销'))
})

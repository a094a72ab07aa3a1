import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FigureViewer } from './figure-viewer.tsx'

const picture = { src: '/file/img/a.svg', alt: '红外光谱', caption: '图 1 红外光谱' }

function open() {
  const onClose = vi.fn()
  render(<FigureViewer picture={picture} onClose={onClose} />)
  const viewer = within(screen.getByRole('dialog', { name: '图片：红外光谱' }))
  const stage = viewer.getByRole('img', { name: '红外光谱' }).parentElement as HTMLElement
  return { viewer, stage, onClose }
}

it('zooms with two fingers', () => {
  const { viewer, stage } = open()
  fireEvent.pointerDown(stage, { pointerId: 1, clientX: 0, clientY: 0 })
  fireEvent.pointerDown(stage, { pointerId: 2, clientX: 100, clientY: 0 })
  fireEvent.pointerMove(stage, { pointerId: 2, clientX: 300, clientY: 0 })
  expect(viewer.getByText('300%')).toBeTruthy()
  fireEvent.pointerUp(stage, { pointerId: 2, clientX: 300, clientY: 0 })
  fireEvent.pointerMove(stage, { pointerId: 2, clientX: 900, clientY: 0 })
  expect(viewer.getByText('300%')).toBeTruthy()
})

it('resets the view and closes with its buttons', () => {
  const { viewer, stage, onClose } = open()
  fireEvent.doubleClick(stage)
  expect(viewer.getByText('225%')).toBeTruthy()
  fireEvent.click(viewer.getByRole('button', { name: '还原' }))
  expect(viewer.getByText('100%')).toBeTruthy()
  fireEvent.click(viewer.getByRole('button', { name: '关闭' }))
  expect(onClose).toHaveBeenCalledOnce()
})

it('ignores browser shortcuts', () => {
  const { viewer } = open()
  fireEvent.keyDown(screen.getByRole('dialog'), { key: '+', ctrlKey: true })
  expect(viewer.getByText('100%')).toBeTruthy()
})

import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

function open(props: { dismissOnScrim?: boolean } = {}) {
  const onClose = vi.fn()
  const view = render(
    <Dialog label="例" onClose={onClose} {...props}>
      <p>内容</p>
    </Dialog>,
  )
  return { ...view, onClose, dialog: screen.getByRole('dialog', { name: '例' }) }
}

it('closes by its button and by Esc', () => {
  const { dialog, onClose } = open()
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledTimes(2)
})

it('closes on a scrim click only with dismissOnScrim', () => {
  const first = open()
  fireEvent.mouseDown(first.dialog)
  expect(first.onClose).not.toHaveBeenCalled()
  first.unmount()
  const second = open({ dismissOnScrim: true })
  fireEvent.mouseDown(screen.getByText('内容'))
  expect(second.onClose).not.toHaveBeenCalled()
  fireEvent.mouseDown(second.dialog)
  expect(second.onClose).toHaveBeenCalledOnce()
})

it('locks scrolling while it is open, and restores the focus', async () => {
  const opener = document.body.appendChild(document.createElement('button'))
  opener.focus()
  const { unmount } = open()
  expect(document.documentElement.hasAttribute('data-scroll-locked')).toBe(true)
  screen.getByRole('button', { name: '关闭' }).focus()
  unmount()
  expect(document.documentElement.hasAttribute('data-scroll-locked')).toBe(false)
  await waitFor(() => expect(document.activeElement).toBe(opener))
  opener.remove()
})

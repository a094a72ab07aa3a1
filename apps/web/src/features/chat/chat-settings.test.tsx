import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerEverything, openChat } from '#testing/open-chat.tsx'

afterEach(answerEverything)

/** Fakes a browser that answers the permission prompt in this way. */
function stubPermissionPrompt(answer: NotificationPermission): void {
  vi.stubGlobal('isSecureContext', true)
  const notification = {
    permission: 'default' as NotificationPermission,
    requestPermission: () => {
      notification.permission = answer
      return Promise.resolve(answer)
    },
  }
  vi.stubGlobal('Notification', notification)
}

async function openSettings(): Promise<HTMLInputElement> {
  await openChat({ path: '/im' })
  fireEvent.click(await screen.findByRole('button', { name: '私信设置' }))
  return screen.findByRole<HTMLInputElement>('switch', { name: '桌面通知' })
}

it('requests the permission for notifications only when the switch is turned on', async () => {
  stubPermissionPrompt('granted')
  const control = await openSettings()
  expect(control.checked).toBe(false)
  fireEvent.click(control)
  await vi.waitFor(() => expect(control.checked).toBe(true), { timeout: 20_000 })
  fireEvent.click(control)
  expect(control.checked).toBe(false)
})

it('explains how to allow notifications that were denied', async () => {
  stubPermissionPrompt('denied')
  const control = await openSettings()
  fireEvent.click(control)
  expect(await screen.findByText('浏览器已禁止本站通知，请在浏览器的网站设置中允许')).toBeTruthy()
  expect([control.checked, control.disabled]).toEqual([false, true])
})

it('shows that the browser has no notifications', async () => {
  vi.stubGlobal('Notification', undefined)
  const control = await openSettings()
  expect(control.disabled).toBe(true)
  expect(screen.getByText('这个浏览器不支持桌面通知')).toBeTruthy()
})

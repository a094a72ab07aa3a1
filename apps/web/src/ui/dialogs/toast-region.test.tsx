import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { showToast, TOAST_LIFE_MS } from '#lib/toasts.ts'
import { ToastRegion } from './toast-region.tsx'

/** Maximum duration of the exit animation. */
const SLIDE_MS = 500

beforeEach(() => {
  vi.useFakeTimers()
  render(<ToastRegion />)
})

const show = (...args: Parameters<typeof showToast>) => act(() => showToast(...args))
const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

it('shows a toast for 3 seconds, then removes it', () => {
  show('success', '登录成功')
  advance(TOAST_LIFE_MS - 1)
  expect(screen.getByText('登录成功').dataset.leaving).toBeUndefined()
  advance(1)
  expect(screen.getByText('登录成功').dataset.leaving).toBe('true')
  advance(SLIDE_MS)
  expect(screen.queryByText('登录成功')).toBeNull()
})

it('pauses the lifetime of a toast while it is hovered', () => {
  show('info', '验证码已发送')
  advance(1000)
  fireEvent.mouseEnter(screen.getByText('验证码已发送'))
  advance(60_000)
  expect(screen.queryByText('验证码已发送')).not.toBeNull()
  fireEvent.mouseLeave(screen.getByText('验证码已发送'))
  advance(1999)
  expect(screen.getByText('验证码已发送').dataset.leaving).toBeUndefined()
  advance(1)
  advance(SLIDE_MS)
  expect(screen.queryByText('验证码已发送')).toBeNull()
})

it('uses role alert for errors only', () => {
  show('error', '请输入邮箱')
  show('success', '注册成功')
  expect(screen.getByRole('alert').textContent).toBe('请输入邮箱')
  expect(screen.getByRole('status').textContent).toBe('注册成功')
})

it('has a close button when closable', () => {
  show('default', '已复制证书编号')
  expect(screen.queryByRole('button')).toBeNull()
  show('warning', '网络不稳定', { isClosable: true })
  fireEvent.click(screen.getByRole('button', { name: '关闭' }))
  expect(screen.queryByText('网络不稳定')).toBeNull()
})

it('shows the same text only once at a time', () => {
  show('error', '请输入邮箱')
  show('error', '请输入邮箱')
  expect(screen.getAllByText('请输入邮箱')).toHaveLength(1)
})

it('keeps a toast with an action until it is used', () => {
  const onAct = vi.fn()
  show('info', '网站已更新，刷新后继续', { action: { label: '刷新页面', onAct } })
  advance(60_000)
  fireEvent.click(screen.getByRole('button', { name: '刷新页面' }))
  expect(onAct).toHaveBeenCalledOnce()
})

it('shows a report id that can be copied', async () => {
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  show('error', '数据服务没有及时答复，请稍后重试', { reportId: '7K3M9Q-XD2F4H' })
  expect(screen.getByRole('alert').textContent).toBe('数据服务没有及时答复，请稍后重试编号 7K3M9Q-XD2F4H')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '复制编号' })))
  expect(writeText).toHaveBeenCalledExactlyOnceWith('7K3M9Q-XD2F4H')
  expect(screen.getByText('已复制编号')).toBeTruthy()
  vi.unstubAllGlobals()
})

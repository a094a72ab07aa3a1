import { MINUTE_MS } from '@portal/contract/constants.ts'
import { render } from '@testing-library/react'
import { createElement, Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lazyPart } from '#lib/lazy-part.ts'
import { useToasts } from '#lib/toasts.ts'
import { createPagePrefetch } from './prefetch.ts'
import { watchStaleChunks } from './stale-chunk.ts'

const tab = { isOpeningPage: () => true, stay: vi.fn(), reload: vi.fn() }
let stop: () => void

beforeEach(() => {
  vi.clearAllMocks()
  document.body.innerHTML = ''
  stop = watchStaleChunks(tab)
})
afterEach(() => stop())

/** @returns whether the error is rethrown by the import */
const failImport = () => dispatchEvent(new Event('vite:preloadError', { cancelable: true }))

it('reloads the page when one of its scripts is gone, and only once', () => {
  expect(failImport()).toBe(false)
  expect(tab.reload).toHaveBeenCalledOnce()
  expect(failImport()).toBe(true)
  expect(tab.reload).toHaveBeenCalledOnce()
})

it('reloads the page when a style sheet is gone, and not for a picture', () => {
  document.body.innerHTML = '<img alt="翡翠"><link rel="stylesheet" href="/assets/home-0.css">'
  document.querySelector('img')?.dispatchEvent(new Event('error'))
  expect(tab.reload).not.toHaveBeenCalled()
  document.querySelector('link')?.dispatchEvent(new Event('error'))
  expect(tab.reload).toHaveBeenCalledOnce()
})

it.each(['<textarea></textarea>', '<input>', '<input type="email">'])(
  'requests a confirmation when a field contains text: %s',
  (html) => {
    document.body.innerHTML = html
    const field = document.body.firstElementChild as HTMLInputElement
    field.value = '翡翠的折射率'
    failImport()
    expect(tab.reload).not.toHaveBeenCalled()
    expect(tab.stay).toHaveBeenCalledOnce()
    const [toast] = useToasts.getState().toasts
    expect(toast?.action?.label).toBe('刷新页面')
    toast?.action?.onAct()
    expect(tab.reload).toHaveBeenCalledOnce()
  },
)

it('does not reload offline, and offers a reload when the browser is online again', () => {
  stop()
  stop = watchStaleChunks({ ...tab, isOpeningPage: () => false })
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(failImport()).toBe(true)
  expect(tab.reload).not.toHaveBeenCalled()
  expect(useToasts.getState().toasts.map(({ text }) => text)).toContain('网络不通，请稍后重试')

  onLine.mockRestore()
  dispatchEvent(new Event('online'))
  const offer = useToasts.getState().toasts.find(({ text }) => text === '网络已恢复，刷新后继续')
  offer?.action?.onAct()
  expect(tab.reload).toHaveBeenCalledOnce()
})

it('does not cancel a navigation that aborted an import, and reloads later when the page was not left', () => {
  vi.useFakeTimers()
  dispatchEvent(new Event('beforeunload'))
  expect(failImport()).toBe(true)
  expect(tab.reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(MINUTE_MS)
  expect(tab.reload).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('requests a confirmation when an editor contains text', () => {
  document.body.innerHTML = '<div contenteditable="true">翡翠的折射率</div>'
  failImport()
  expect(tab.reload).not.toHaveBeenCalled()
})

it('reloads without a confirmation when fields are empty or contain a search keyword', () => {
  document.body.innerHTML = '<input value="  "><input type="search" value="翡翠"><textarea></textarea>'
  failImport()
  expect(tab.reload).toHaveBeenCalledOnce()
})

it('ignores failed prefetches of code, unless code of an opened part is loading too', async () => {
  stop()
  stop = watchStaleChunks({ ...tab, isOpeningPage: () => false })
  const ahead = Promise.withResolvers<object>()
  const prefetch = createPagePrefetch([{ path: '/list', lazy: () => ahead.promise }], vi.fn())
  const prefetching = prefetch(new URL('/list', location.href))
  expect(failImport()).toBe(true)
  expect(tab.reload).not.toHaveBeenCalled()

  const Part = lazyPart(() => new Promise<never>(() => {}))
  render(createElement(Suspense, null, createElement(Part)))
  expect(failImport()).toBe(false)
  expect(tab.reload).toHaveBeenCalledOnce()
  ahead.resolve({})
  await prefetching
})

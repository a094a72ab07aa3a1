import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@portal/contract/constants.ts'
import { act, render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { SiteClock } from './site-clock.tsx'

const STARTED_AT_MS = Date.UTC(2024, 0, 31, 16)
const AGE_MS = 1024 * DAY_MS + 8 * HOUR_MS + 36 * MINUTE_MS + 15 * SECOND_MS

it('counts each second since the start of the site', () => {
  vi.useFakeTimers({ now: STARTED_AT_MS + AGE_MS })
  const { container } = render(<SiteClock startedAtMs={STARTED_AT_MS} />)
  const readText = () => container.querySelector('[aria-hidden]')?.textContent
  expect(readText()).toBe('本站已运行 1,024 天 08 时 36 分 15 秒')
  act(() => vi.advanceTimersByTime(SECOND_MS))
  expect(readText()).toBe('本站已运行 1,024 天 08 时 36 分 16 秒')
})

it('stands still while it is out of view', () => {
  vi.useFakeTimers({ now: STARTED_AT_MS })
  let report = (_seen: { isIntersecting: boolean }[]) => {}
  const Observer = class {
    constructor(handle: typeof report) {
      report = handle
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const { container } = render(<SiteClock startedAtMs={STARTED_AT_MS} />)
  const readText = () => container.querySelector('[aria-hidden]')?.textContent
  act(() => report([{ isIntersecting: false }]))
  act(() => vi.advanceTimersByTime(5 * SECOND_MS))
  expect(readText()).toContain('00 秒')
  expect(vi.getTimerCount()).toBe(0)
  act(() => report([{ isIntersecting: true }]))
  expect(readText()).toContain('05 秒')
})

it('renders the same HTML for every visitor, with the start date for screen readers', () => {
  const markup = renderToStaticMarkup(<SiteClock startedAtMs={STARTED_AT_MS} />)
  expect(markup).toContain('data-waiting="true"')
  expect(markup).toContain('本站自2024年2月1日起运行')
})

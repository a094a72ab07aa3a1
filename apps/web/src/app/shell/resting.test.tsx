import { fireEvent, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { Announcement } from './header/announcement.tsx'
import { Lanterns } from './lanterns.tsx'

const shown = new Map<Element, (isIntersecting: boolean) => void>()
let isHidden = false
let hidden: MockInstance<() => boolean>

beforeEach(() => {
  isHidden = false
  hidden = vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #report: (entries: { isIntersecting: boolean }[]) => void
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.#report = report
      }
      observe = (element: Element) =>
        void shown.set(element, (isIntersecting) => this.#report([{ isIntersecting: false }, { isIntersecting }]))
      disconnect = () => undefined
    },
  )
})
afterEach(() => {
  shown.clear()
  vi.unstubAllGlobals()
  hidden.mockRestore()
})

function setHidden(value: boolean): void {
  isHidden = value
  document.dispatchEvent(new Event('visibilitychange'))
}

const MOVING: [name: string, element: ReactElement, count: number][] = [
  ['the announcement', <Announcement key="a" bulletin={asSafeHtml('放假')} />, 1],
  ['the lanterns', <Lanterns key="l" />, 2],
]

it.each(MOVING)('pauses %s in a hidden tab and out of view', (_name, element, count) => {
  const { container, unmount } = render(element)
  const countResting = () => container.querySelectorAll('[data-resting]').length
  expect([shown.size, countResting()]).toEqual([count, 0])
  setHidden(true)
  expect(countResting()).toBe(count)
  setHidden(false)
  expect(countResting()).toBe(0)
  for (const show of shown.values()) show(false)
  expect(countResting()).toBe(count)
  setHidden(true)
  setHidden(false)
  expect(countResting()).toBe(count)
  for (const show of shown.values()) show(true)
  expect(countResting()).toBe(0)
  unmount()
  setHidden(true)
  expect(countResting()).toBe(0)
})

it.each(MOVING)('pauses %s while nobody does anything', (_name, element, count) => {
  vi.useFakeTimers()
  const { container } = render(element)
  const countResting = () => container.querySelectorAll('[data-resting]').length
  vi.advanceTimersByTime(39_000)
  expect(countResting()).toBe(0)
  fireEvent.keyDown(document.body)
  vi.advanceTimersByTime(39_000)
  expect(countResting()).toBe(0)
  vi.advanceTimersByTime(1_000)
  expect(countResting()).toBe(count)
  fireEvent.scroll(document)
  expect(countResting()).toBe(0)
})

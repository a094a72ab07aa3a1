import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { useDialogs } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { useToasts } from '#lib/toasts.ts'

/*
 * For every test of web: what jsdom lacks, fresh stores, and no `console.error` that the test did not expect. A test
 * that expects one says so with `vi.mocked(console.error).mockClear()` after having looked at it.
 */
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  useDialogs.setState(useDialogs.getInitialState(), true)
  useSession.setState(useSession.getInitialState(), true)
  useToasts.setState(useToasts.getInitialState(), true)
  sessionStorage.clear()
})

afterEach(() => {
  cleanup()
  const complaints = vi.mocked(console.error).mock.calls.map(([first]) => String(first))
  vi.unstubAllGlobals()
  vi.useRealTimers()
  for (const name of ['data-theme', 'data-announcement', 'data-scroll', 'data-scroll-locked']) {
    document.documentElement.removeAttribute(name)
  }
  expect(complaints).toEqual([])
})

window.scrollTo = () => {}
Element.prototype.scrollIntoView ??= () => {}
window.matchMedia ??= (media) =>
  ({ media, matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as unknown as MediaQueryList
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
}

import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { useDialogs } from '#lib/dialogs.ts'
import { loadDeferredParts } from '#lib/parts/deferred-part.ts'
import { useSession } from '#lib/session.ts'
import { useToasts } from '#lib/toasts.ts'
import { completeBrowser, FRAME_MS, resetDocument, resetTab } from './browser.ts'

/*
 * Setup of every web test: browser features, fresh stores, and no unexpected `console.error`. A test that expects
 * one checks it and calls `vi.mocked(console.error).mockClear()`.
 */
completeBrowser()
// Loading a page's parts takes longer than the library's default of one second on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

// Loads deferred parts before rendering, as on pages after the first.
beforeEach(loadDeferredParts)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  useDialogs.setState(useDialogs.getInitialState(), true)
  useSession.setState(useSession.getInitialState(), true)
  useToasts.setState(useToasts.getInitialState(), true)
})

afterEach(() => {
  cleanup()
  resetTab()
  vi.unstubAllGlobals()
  // A pending animation frame would wait for the fake clock forever.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(FRAME_MS)
  vi.useRealTimers()
  expect(vi.mocked(console.error).mock.calls.map(([first]) => String(first))).toEqual([])
})

afterAll(resetDocument)

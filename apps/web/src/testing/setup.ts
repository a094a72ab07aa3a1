import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { loadDeferredParts } from '#lib/deferred-part.ts'
import { useDialogs } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { useToasts } from '#lib/toasts.ts'
import { completeBrowser, emptyDocument, FRAME_MS, forgetTab } from './browser.ts'

/*
 * For every test of web: what jsdom lacks, fresh stores, and no `console.error` that the test did not expect. A test
 * that expects one looks at it and then says `vi.mocked(console.error).mockClear()`.
 */
completeBrowser()
// Pages load parts of theirs on demand: on a busy machine that takes longer than the library's one second.
configure({ asyncUtilTimeout: 15_000 })

// Pages after the first are shown with all their parts.
beforeEach(loadDeferredParts)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  useDialogs.setState(useDialogs.getInitialState(), true)
  useSession.setState(useSession.getInitialState(), true)
  useToasts.setState(useToasts.getInitialState(), true)
})

afterEach(() => {
  cleanup()
  forgetTab()
  vi.unstubAllGlobals()
  // jsdom may wait for its next frame by the clock that stops here, and would never show another one.
  if (vi.isFakeTimers()) vi.advanceTimersByTime(FRAME_MS)
  vi.useRealTimers()
  expect(vi.mocked(console.error).mock.calls.map(([first]) => String(first))).toEqual([])
})

afterAll(emptyDocument)

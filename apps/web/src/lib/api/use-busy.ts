import { useState } from 'react'
import { showToast } from '#lib/toasts.ts'
import { ApiError } from './api-client.ts'

/** Shows that a request got no answer. The API client shows errors that upstream answered. */
export function showOffline(reason: unknown, text = '网络不通，请稍后重试'): void {
  if (!(reason instanceof ApiError)) showToast('error', text)
}

/** Runs an action with a busy state, and passes its error to `onError`; by default the error is ignored. */
export function useBusy(onError: (reason: unknown) => void = () => undefined) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async (action: () => Promise<unknown>): Promise<void> => {
    setIsBusy(true)
    try {
      await action()
    } catch (reason) {
      onError(reason)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}

import { useCallback, useEffect, useState } from 'react'
import { create } from 'zustand'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { type SignInMonth, signInMonth, signInRange } from './sign-in-days.ts'

/** Cached for this browser tab, because the page is remounted for each of its tabs. */
const useCached = create<{ userId: string | null; month: SignInMonth | null }>()(() => ({ userId: null, month: null }))

export function useSignIn(userId: string) {
  const api = useApi()
  const { userId: cachedFor, month } = useCached()
  const [isBusy, setIsBusy] = useState(false)
  const [isLoading, setIsLoading] = useState(true)

  const load = useCallback(async () => {
    const nowMs = Date.now()
    const [today, days] = await Promise.all([
      api.call('GET /v1/sign/validateTodayIsSign', { quiet: true }),
      api.call('GET /v1/sign/getSignRecords', { query: signInRange(nowMs), quiet: true }),
    ])
    const found = signInMonth(today ? [...days, signInMonth([], nowMs).today] : days, nowMs)
    useCached.setState({ userId, month: found })
  }, [api, userId])

  useEffect(() => {
    // Without an answer the strip is left out.
    load()
      .catch(() => undefined)
      .finally(() => setIsLoading(false))
  }, [load])

  const sign = async () => {
    setIsBusy(true)
    try {
      await api.call('GET /v1/sign/', { query: { time: signInMonth([], Date.now()).today } })
      showToast('success', '签到成功')
    } catch {
      // Shown by the API client: already signed in another tab, or rate limited.
    }
    await load().catch(() => undefined)
    setIsBusy(false)
  }
  return {
    /** `null` while it is unknown, and where upstream has no sign-in. */
    month: cachedFor === userId ? month : null,
    isLoading,
    isBusy,
    sign: () => void sign(),
  }
}

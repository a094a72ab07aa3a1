import { useCallback, useEffect, useState } from 'react'
import { create } from 'zustand'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { type SignInMonth, signInMonth, signInRange } from './sign-in-days.ts'

/** Kept for this browser tab, as the page is made anew with each of its tabs. */
const useKept = create<{ of: string | null; month: SignInMonth | null }>()(() => ({ of: null, month: null }))

export interface SignIn {
  /** `null` until it is known, and where upstream has no sign-in. */
  month: SignInMonth | null
  /** Whether it is still being asked for. */
  isAwaited: boolean
  isBusy: boolean
  sign: () => void
}

/** @param userId whose it is */
export function useSignIn(userId: string): SignIn {
  const api = useApi()
  const { of, month } = useKept()
  const [isBusy, setIsBusy] = useState(false)
  const [isAwaited, setIsAwaited] = useState(true)

  const look = useCallback(async () => {
    const nowMs = Date.now()
    const [today, days] = await Promise.all([
      api.call('GET /v1/sign/validateTodayIsSign', { quiet: true }),
      api.call('GET /v1/sign/getSignRecords', { query: signInRange(nowMs), quiet: true }),
    ])
    const found = signInMonth(today ? [...days, signInMonth([], nowMs).today] : days, nowMs)
    useKept.setState({ of: userId, month: found })
  }, [api, userId])

  useEffect(() => {
    // Without an answer the strip is not there; nothing else depends on it.
    look()
      .catch(() => undefined)
      .finally(() => setIsAwaited(false))
  }, [look])

  const sign = async () => {
    setIsBusy(true)
    try {
      await api.call('GET /v1/sign/', { query: { time: signInMonth([], Date.now()).today } })
      showToast('success', '签到成功')
    } catch {
      // Shown by the API client: signed in another tab already, or too often.
    }
    await look().catch(() => undefined)
    setIsBusy(false)
  }
  return { month: of === userId ? month : null, isAwaited, isBusy, sign: () => void sign() }
}

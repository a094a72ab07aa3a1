import { useCallback, useEffect, useId, useState } from 'react'
import { create } from 'zustand'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import styles from './daily-sign-in.module.css'
import { getSignInRange, type SignInMonth, toSignInMonth } from './sign-in-days.ts'

export function DailySignIn({ userId }: { userId: string }) {
  const { month, isLoading, isBusy, sign } = useSignIn(userId)
  const titleId = useId()
  if (!month) return isLoading ? <Placeholder /> : null
  const { signed, streak, isSignedToday } = month
  return (
    <section className={styles.root} aria-labelledby={titleId}>
      <div>
        <h2 className={styles.title} id={titleId}>
          每日签到
        </h2>
        <p className={shared.noteFigures}>
          本月 {signed.length} 天{streak > 1 && `，连续 ${streak} 天`}
        </p>
      </div>
      <MonthScale month={month} />
      <Button disabled={isSignedToday} isBusy={isBusy} busyLabel="签到中" onClick={sign}>
        {isSignedToday ? '今日已签到' : '签到'}
      </Button>
    </section>
  )
}

/** Reserves the height of the strip while it loads. */
function Placeholder() {
  return (
    <div className={styles.root} data-empty aria-hidden="true">
      <div>
        <p className={styles.title}>每日签到</p>
        <p className={shared.noteFigures}>本月</p>
      </div>
      <div className={styles.scale} />
      <Button disabled>签到</Button>
    </div>
  )
}

function MonthScale({ month: { dayCount, signed, dayOfToday } }: { month: SignInMonth }) {
  const days = Array.from({ length: dayCount }, (_none, index) => index + 1)
  const words = signed.length > 0 ? `本月已签到的日期：${signed.join('、')}日` : '本月尚未签到'
  return (
    <div className={styles.scale} role="img" aria-label={words}>
      {days.map((day) => (
        <span
          className={styles.day}
          key={day}
          data-major={day % 5 === 0 || undefined}
          data-signed={signed.includes(day) || undefined}
          data-today={day === dayOfToday || undefined}
        >
          {(day === 1 || day % 5 === 0) && Math.abs(day - dayOfToday) > 1 && day}
        </span>
      ))}
    </div>
  )
}

/** Cached for this browser tab, because the page is remounted for each of its tabs. */
const useCached = create<{ userId: string | null; month: SignInMonth | null }>()(() => ({ userId: null, month: null }))

function useSignIn(userId: string) {
  const api = useApi()
  const { userId: cachedFor, month } = useCached()
  const [isBusy, setIsBusy] = useState(false)
  const [isLoading, setIsLoading] = useState(true)

  const load = useCallback(async () => {
    const nowMs = Date.now()
    const [today, days] = await Promise.all([
      api.call('GET /v1/sign/validateTodayIsSign', { quiet: true }),
      api.call('GET /v1/sign/getSignRecords', { query: getSignInRange(nowMs), quiet: true }),
    ])
    const found = toSignInMonth(today ? [...days, toSignInMonth([], nowMs).today] : days, nowMs)
    useCached.setState({ userId, month: found })
  }, [api, userId])

  useEffect(() => {
    // The strip is left out when the call fails.
    load()
      .catch(() => undefined)
      .finally(() => setIsLoading(false))
  }, [load])

  const sign = async () => {
    setIsBusy(true)
    try {
      await api.call('GET /v1/sign/', { query: { time: toSignInMonth([], Date.now()).today } })
      showToast('success', '签到成功')
    } catch {
      // The API client has shown the error: another tab has signed in already, or the call was rate limited.
    }
    await load().catch(() => undefined)
    setIsBusy(false)
  }
  return {
    /** `null` while the month is unknown, and when upstream has no sign-in. */
    month: cachedFor === userId ? month : null,
    isLoading,
    isBusy,
    sign: () => void sign(),
  }
}

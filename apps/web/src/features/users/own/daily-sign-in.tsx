import { useId } from 'react'
import { Button } from '#ui/forms/button.tsx'
import styles from './daily-sign-in.module.css'
import type { SignInMonth } from './sign-in-days.ts'
import { useSignIn } from './use-sign-in.ts'

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
        <p className={styles.words}>
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
        <p className={styles.words}>本月</p>
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

import { WECHAT_CODE_SECONDS } from '@portal/contract/constants.ts'
import styles from './social/wechat-login.module.css'

const STEP = 3.6
const WIDTH = WECHAT_CODE_SECONDS * STEP
const HEIGHT = 20

/** One tick a second, a long one every ten; the seconds left are turquoise. */
export function CountdownScale({ secondsLeft }: { secondsLeft: number }) {
  return (
    <svg className={styles.scale} viewBox={`-1 0 ${WIDTH + 2} ${HEIGHT}`} aria-hidden="true" stroke="currentColor">
      <path d={ticks(secondsLeft > 0 ? secondsLeft + 1 : 0, WECHAT_CODE_SECONDS)} strokeWidth={1} />
      {secondsLeft > 0 && <path className={styles.scaleLeft} d={ticks(0, secondsLeft)} strokeWidth={1.4} />}
    </svg>
  )
}

function ticks(from: number, to: number): string {
  const lengths = Array.from({ length: to - from + 1 }, (_none, index) => {
    const second = from + index
    const length = second % 10 === 0 ? 18 : second % 5 === 0 ? 9 : 6
    return `M${(second * STEP).toFixed(1)} ${HEIGHT}v-${length}`
  })
  return lengths.join('')
}

interface Options {
  /** How many at once. */
  burst: number
  perSecond: number
  now: () => number
}

/** Whether one more may pass; refills evenly. Light: each socket has one. */
export type FrameBudget = () => boolean

export function createFrameBudget({ burst, perSecond, now }: Options): FrameBudget {
  let left = burst
  let atMs = now()
  return () => {
    const nowMs = now()
    left = Math.min(burst, left + ((nowMs - atMs) * perSecond) / 1000)
    atMs = nowMs
    if (left < 1) return false
    left -= 1
    return true
  }
}

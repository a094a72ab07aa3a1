/** How long to wait before the next try: longer each time, and never the same for all who wait. */
export interface Backoff {
  /** ms */
  next(): number
  reset(): void
}

interface Options {
  leastMs: number
  mostMs: number
  /** From 0 to 1. */
  random: () => number
}

/** A class, as each user has several and closures weigh more. */
class GrowingBackoff implements Backoff {
  readonly #options: Options
  #tries = 0

  constructor(options: Options) {
    this.#options = options
  }

  next(): number {
    const { leastMs, mostMs, random } = this.#options
    const fullMs = Math.min(mostMs, leastMs * 2 ** this.#tries)
    this.#tries += 1
    // Between the half and the whole.
    return fullMs * (0.5 + random() / 2)
  }

  reset(): void {
    this.#tries = 0
  }
}

export function createBackoff(options: Options): Backoff {
  return new GrowingBackoff(options)
}

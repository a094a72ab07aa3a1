interface Options {
  leastMs: number
  mostMs: number
  /** Returns a number from 0 to 1. */
  random: () => number
}

/** Delays between retries: doubled each time, and spread at random. A class, because each user has several of them. */
export class Backoff {
  readonly #options: Options
  #tries = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** ms */
  next(): number {
    const { leastMs, mostMs, random } = this.#options
    const fullMs = Math.min(mostMs, leastMs * 2 ** this.#tries)
    this.#tries += 1
    return fullMs * (0.5 + random() / 2)
  }

  reset(): void {
    this.#tries = 0
  }
}

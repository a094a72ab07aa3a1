import { Histogram, type Registry } from 'prom-client'

interface Options<T extends string> {
  name: string
  help: string
  labelNames: readonly T[]
  /** Upper bounds in seconds, ascending. */
  buckets: readonly number[]
  registry: Registry
}

/** Durations with the same labels. */
export class DurationSeries {
  readonly #bounds: readonly number[]
  /** Observations by bucket; the last has no upper bound. */
  readonly counts: number[]
  sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  /** @param seconds at least 0 */
  observe(seconds: number): void {
    let bucket = 0
    while (seconds > (this.#bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1
    this.sum += seconds
  }
}

/**
 * A histogram whose series are found once: prom-client looks up the labels of each observation, which took more time than
 * all other steps of a cached answer but the log. Its values are read at a scrape.
 */
export class DurationHistogram<T extends string> extends Histogram<T> {
  readonly #series: { labels: Record<T, string>; series: DurationSeries }[] = []
  readonly #options: Options<T>

  constructor(options: Options<T>) {
    const { name, help, labelNames, buckets, registry } = options
    super({ name, help, labelNames, buckets: [...buckets], registers: [registry] })
    this.#options = options
  }

  /** Called once for these labels; the caller keeps the series. */
  add(labels: Record<T, string>): DurationSeries {
    const series = new DurationSeries(this.#options.buckets)
    this.#series.push({ labels, series })
    return series
  }

  /** Where prom-client's registry takes the values of a scrape from, and its own `get` too. */
  async getForPromString() {
    const { name, help } = this.#options
    return { name, help, type: 'histogram', aggregator: 'sum', values: this.#values() }
  }

  #values() {
    const { name, buckets } = this.#options
    return this.#series.flatMap(({ labels: sharedLabels, series: { counts, sum } }) => {
      let count = 0
      const upTo = counts.map((inBucket, at) => {
        count += inBucket
        return { metricName: `${name}_bucket`, labels: { le: buckets[at] ?? '+Inf' }, sharedLabels, value: count }
      })
      const total = [
        { metricName: `${name}_sum`, labels: {}, sharedLabels, value: sum },
        { metricName: `${name}_count`, labels: {}, sharedLabels, value: count },
      ]
      return [...upTo, ...total]
    })
  }
}

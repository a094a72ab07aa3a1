import { Histogram, Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { DurationHistogram } from './duration-histogram.ts'

it('shows what a histogram of prom-client shows for the same observations', async () => {
  const own = new Registry()
  const theirs = new Registry()
  const options = { name: 'seconds', help: 'Time', labelNames: ['call', 'outcome'] as const, buckets: [0.01, 0.1, 1] }
  const histogram = new DurationHistogram({ ...options, registry: own })
  const expected = new Histogram({ ...options, registers: [theirs] })
  expect(await own.metrics()).toBe(await theirs.metrics())
  for (const outcome of ['ok', '5xx']) {
    const labels = { call: 'GET /v1/tag/', outcome }
    const series = histogram.add(labels)
    for (const seconds of [0, 0.01, 0.0101, 0.5, 1, 1.5, 40]) {
      series.observe(seconds)
      expected.observe(labels, seconds)
    }
  }
  expect(await own.metrics()).toBe(await theirs.metrics())
})

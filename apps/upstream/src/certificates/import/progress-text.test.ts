import { expect, it } from 'vitest'
import { formatProgress } from './progress-text.ts'

it('shows the checked rows, and the remaining time once it can be estimated', () => {
  const formatStaged = (share: number, elapsedMs: number) =>
    formatProgress({ rows: 1500, share, step: 'staging' }, elapsedMs)
  expect(formatStaged(0.01, 1000)).toBe('已核对 1,500 行')
  expect(formatStaged(0.25, 5000)).toBe('已核对 1,500 行，约剩 15 秒')
  expect(formatStaged(0.1, 20_000)).toBe('已核对 1,500 行，约剩 3 分钟')
})

it('shows that rows are being published', () => {
  expect(formatProgress({ rows: 1500, share: 1, step: 'publishing' }, 5000)).toBe('已核对 1,500 行，正在发布')
})

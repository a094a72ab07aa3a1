import { expect, it } from 'vitest'
import { progressText } from './progress-text.ts'

it('shows the checked rows, and the remaining time once it can be estimated', () => {
  const staged = (share: number, elapsedMs: number) => progressText({ rows: 1500, share, step: 'staging' }, elapsedMs)
  expect(staged(0.01, 1000)).toBe('已核对 1,500 行')
  expect(staged(0.25, 5000)).toBe('已核对 1,500 行，约剩 15 秒')
  expect(staged(0.1, 20_000)).toBe('已核对 1,500 行，约剩 3 分钟')
})

it('shows that rows are being published', () => {
  expect(progressText({ rows: 1500, share: 1, step: 'publishing' }, 5000)).toBe('已核对 1,500 行，正在发布')
})

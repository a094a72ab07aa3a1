import { expect, it } from 'vitest'
import { progressText } from './progress-text.ts'

it('says how many rows are checked, and how long the rest takes once that can be told', () => {
  const staged = (share: number, elapsedMs: number) => progressText({ rows: 1500, share, step: 'staging' }, elapsedMs)
  expect(staged(0.01, 1000)).toBe('已核对 1,500 行')
  expect(staged(0.25, 5000)).toBe('已核对 1,500 行，约剩 15 秒')
  expect(staged(0.1, 20_000)).toBe('已核对 1,500 行，约剩 3 分钟')
})

it('says that they are being published', () => {
  expect(progressText({ rows: 1500, share: 1, step: 'publishing' }, 5000)).toBe('已核对 1,500 行，正在发布')
})

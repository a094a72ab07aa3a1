import { expect, it } from 'vitest'
import { tooMany } from '#errors.ts'
import { createCostBudget } from './cost-budget.ts'

it('refuses an account that has used up its time until some has come back', () => {
  let nowMs = 0
  const budget = createCostBudget({ burstMs: 5_000, refillMs: 100, refusal: tooMany, now: () => nowMs })
  budget.charge('玉声', 4_999)
  budget.check('玉声')
  // The price is known afterwards, so that the last one may go over.
  budget.charge('玉声', 1_000)
  expect(() => budget.check('玉声')).toThrow(expect.objectContaining({ code: 429, retryAfterSeconds: 10 }))
  budget.check('珠圆')
  nowMs = 9_900
  expect(() => budget.check('玉声')).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }))
  nowMs = 10_000
  budget.check('玉声')
  nowMs = 70_000
  budget.charge('玉声', 4_999)
  budget.check('玉声')
})

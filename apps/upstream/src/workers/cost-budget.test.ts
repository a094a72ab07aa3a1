import { expect, it } from 'vitest'
import { renderingsUsedUp } from '#errors.ts'
import { createCostBudget } from './cost-budget.ts'

it('refuses an account that has used up its time until some has come back', () => {
  let nowMs = 0
  const budget = createCostBudget({ burstMs: 5_000, refillMs: 100, refusal: renderingsUsedUp, now: () => nowMs })
  budget.charge('玉声', 4_999)
  budget.check('玉声')
  // The price is known afterwards, so that the last one may go over.
  budget.charge('玉声', 1_000)
  expect(() => budget.check('玉声')).toThrow(
    expect.objectContaining({ code: 429, message: '排版用时已达上限，请 10 秒后再试', retryAfterSeconds: 10 }),
  )
  budget.check('珠圆')
  nowMs = 9_900
  expect(() => budget.check('玉声')).toThrow('请 1 秒后再试')
  nowMs = 10_000
  budget.check('玉声')
  nowMs = 70_000
  budget.charge('玉声', 4_999)
  budget.check('玉声')
})

import { expect, it } from 'vitest'
import { createCostBudget } from './cost-budget.ts'

it('refuses an account that has used up its time until enough is refilled', () => {
  let nowMs = 0
  const createRefusal = (seconds: number) => new Error(`wait ${seconds} s`)
  const budget = createCostBudget({ burstMs: 5_000, refillMs: 100, refusal: createRefusal, now: () => nowMs })
  budget.charge('玉声', 4_999)
  budget.check('玉声')
  // The cost is known afterwards, so the last task may exceed the budget.
  budget.charge('玉声', 1_000)
  expect(() => budget.check('玉声')).toThrow('wait 10 s')
  budget.check('珠圆')
  nowMs = 9_900
  expect(() => budget.check('玉声')).toThrow('wait 1 s')
  nowMs = 10_000
  budget.check('玉声')
  nowMs = 70_000
  budget.charge('玉声', 4_999)
  budget.check('玉声')
})

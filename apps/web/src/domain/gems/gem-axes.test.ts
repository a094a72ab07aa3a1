import { expect, it } from 'vitest'
import { chooseGemAxis, listMajorTicks, listMinorTicks, toPercent } from './gem-axes.ts'

it('uses the refractometer axis while all values fit', () => {
  const axis = chooseGemAxis('refractiveIndex', [{ min: 1.762, max: 1.77 }])
  expect([axis.from, axis.to]).toEqual([1.4, 1.9])
  expect(listMajorTicks(axis)).toEqual([1.4, 1.5, 1.6, 1.7, 1.8, 1.9])
  expect(listMinorTicks(axis)).toHaveLength(45)
})

it('uses one longer axis when a value exceeds it', () => {
  const axis = chooseGemAxis('refractiveIndex', [
    { min: 1.762, max: 1.77 },
    { min: 2.417, max: 2.417 },
  ])
  expect(axis.to).toBe(2.8)
  expect(chooseGemAxis('density', [{ min: 19.3, max: 19.3 }]).to).toBe(24)
})

it('positions a value, clamped to the axis', () => {
  const axis = chooseGemAxis('hardness', [])
  expect(toPercent(axis, 1)).toBe(0)
  expect(toPercent(axis, 9)).toBe(88.89)
  expect(toPercent(axis, 12)).toBe(100)
})

import { expect, it } from 'vitest'
import { gemAxisFor, majorsOf, minorsOf, percentOn } from './gem-axes.ts'

it('keeps to the scale of the refractometer as long as all values are on it', () => {
  const axis = gemAxisFor('refractiveIndex', [{ min: 1.762, max: 1.77 }])
  expect([axis.from, axis.to]).toEqual([1.4, 1.9])
  expect(majorsOf(axis)).toEqual([1.4, 1.5, 1.6, 1.7, 1.8, 1.9])
  expect(minorsOf(axis)).toHaveLength(45)
})

it('takes one longer scale for all when one of the stones goes beyond', () => {
  const axis = gemAxisFor('refractiveIndex', [
    { min: 1.762, max: 1.77 },
    { min: 2.417, max: 2.417 },
  ])
  expect(axis.to).toBe(2.8)
  expect(gemAxisFor('density', [{ min: 19.3, max: 19.3 }]).to).toBe(24)
})

it('says where a value stands, and keeps what lies beyond at the end', () => {
  const axis = gemAxisFor('hardness', [])
  expect(percentOn(axis, 1)).toBe(0)
  expect(percentOn(axis, 9)).toBe(88.89)
  expect(percentOn(axis, 12)).toBe(100)
})

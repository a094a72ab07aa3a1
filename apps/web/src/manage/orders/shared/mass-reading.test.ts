import { expect, it } from 'vitest'
import { compareWithStatement } from './mass-reading.ts'

it.each([
  ['4.8', '4.820', true],
  ['4.8', '4.851', false],
  ['12.36', '12.355', true],
  ['12.36', '12.354', false],
])('a stated mass of %s g and a reading of %s g agree: %s', (stated, reading, isWithin) => {
  expect(compareWithStatement(stated, reading).isWithin).toBe(isWithin)
})

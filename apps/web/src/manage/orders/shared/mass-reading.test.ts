import { expect, it } from 'vitest'
import { compareWithStatement, readMass } from './mass-reading.ts'

it.each([
  ['4.820', '4.820'],
  ['４．８２ g', '4.82'],
  ['58.31g', '58.31'],
  ['100000', '100000'],
])('%j is the mass %s', (typed, massG) => {
  expect(readMass(typed)).toEqual({ massG })
})

it.each([
  ['4,82', '小数点用 .'],
  ['约 5', '请填数字，单位克'],
  ['24.1 ct', '请填数字，单位克'],
  ['0', '质量为 0.0001–100000 g，至多 4 位小数'],
  ['-1', '质量为 0.0001–100000 g，至多 4 位小数'],
  ['100001', '质量为 0.0001–100000 g，至多 4 位小数'],
  ['1.23456', '质量为 0.0001–100000 g，至多 4 位小数'],
  ['', '请填质量'],
])('%j is refused: %s', (typed, fault) => {
  expect(readMass(typed)).toEqual({ fault })
})

it.each([
  ['4.8', '4.820', true],
  ['4.8', '4.851', false],
  ['12.36', '12.355', true],
  ['12.36', '12.354', false],
])('a stated mass of %s g and a reading of %s g agree: %s', (stated, reading, isWithin) => {
  expect(compareWithStatement(stated, reading).isWithin).toBe(isWithin)
})

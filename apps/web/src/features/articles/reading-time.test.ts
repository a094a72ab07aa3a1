import { expect, it } from 'vitest'
import { readingTimeOf } from './reading-time.ts'

it('gives the length of the design sample', () => {
  expect(readingTimeOf('石'.repeat(2413))).toEqual({ characters: 2400, minutes: 7 })
})

it('counts an ideograph as one, a word or number as one, punctuation and space not', () => {
  expect(readingTimeOf('折射率 1.762–1.770，GB/T 16553。')).toEqual({ characters: 6, minutes: 1 })
})

it('rounds as “约” suggests', () => {
  expect(readingTimeOf('石'.repeat(347)).characters).toBe(350)
  expect(readingTimeOf('石'.repeat(1049)).characters).toBe(1000)
})

it('gives one minute for the shortest text', () => {
  expect(readingTimeOf('')).toEqual({ characters: 0, minutes: 1 })
})

import { expect, it } from 'vitest'
import { keepCodes } from './keep-codes.ts'

it('keeps the number of a standard on the line of its letters', () => {
  expect(keepCodes('GB/T 16552、GB 11887 与 18K 金')).toBe('GB/T\u00a016552、GB\u00a011887 与 18K 金')
})

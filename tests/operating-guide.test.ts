import { expect, it } from 'vitest'
import { GUIDES, listCommandBlocks, listRunBlocks, NOT_RUN } from './containers/walk/commands.ts'

it('the operating guide has the same commands in English and Chinese', () => {
  const [english, chinese] = GUIDES.map(listCommandBlocks)
  expect(english?.length).toBeGreaterThan(10)
  expect(chinese).toEqual(english)
})

it('the container test runs all blocks of the guide but two', () => {
  expect(NOT_RUN.size).toBe(2)
  expect(listRunBlocks().length).toBe(listCommandBlocks(GUIDES[0] ?? '').length - NOT_RUN.size)
})

import { expect, it } from 'vitest'
import { commandBlocks, GUIDES, NOT_RUN, runBlocks } from './containers/walk/commands.ts'

it('the operating guide has the same commands in English and Chinese', () => {
  const [english, chinese] = GUIDES.map(commandBlocks)
  expect(english?.length).toBeGreaterThan(10)
  expect(chinese).toEqual(english)
})

it('the container test runs all blocks of the guide but one', () => {
  expect(NOT_RUN.size).toBe(1)
  expect(runBlocks().length).toBe(commandBlocks(GUIDES[0] ?? '').length - NOT_RUN.size)
})

import { expect, it } from 'vitest'
import { listCommandBlocks } from './containers/walk/commands.ts'

it('the Chinese guide to several machines has commands of the English one only', () => {
  const chinese = listCommandBlocks('docs/scale.zh-CN.md')
  expect(chinese.length).toBeGreaterThan(1)
  expect(listCommandBlocks('docs/scale.md')).toEqual(expect.arrayContaining(chinese))
})

import { expect, it } from 'vitest'
import { toUpstreamText } from './upstream-text.ts'

it('keeps text after a less-than sign from being parsed as a tag', () => {
  expect(toUpstreamText(' 密度 a<b，约 <3.5 ')).toBe('密度 a＜b，约 <3.5')
  expect(toUpstreamText('<img src=x>')).toBe('＜img src=x>')
})

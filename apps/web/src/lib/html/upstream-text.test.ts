import { expect, it } from 'vitest'
import { toUpstreamText } from './upstream-text.ts'

it('keeps what follows a smaller-than sign from being taken for a tag', () => {
  expect(toUpstreamText(' 密度 a<b，约 <3.5 ')).toBe('密度 a＜b，约 <3.5')
  expect(toUpstreamText('<img src=x>')).toBe('＜img src=x>')
})

import { expect, it } from 'vitest'
import { detachBuffer } from './cached-response.ts'

it('keeps as many bytes as it has, and not the slab that they came from', () => {
  const small = Buffer.from('石榴石')
  expect(small.buffer.byteLength).toBeGreaterThan(small.length)
  const detached = detachBuffer(small)
  expect(detached.toString()).toBe('石榴石')
  expect(detached.buffer.byteLength).toBe(detached.length)
})

import { expect, it } from 'vitest'
import { detachBuffer } from './cached-response.ts'

it('copies the bytes out of the shared slab, so that the slab can be freed', () => {
  const small = Buffer.from('石榴石')
  expect(small.buffer.byteLength).toBeGreaterThan(small.length)
  const detached = detachBuffer(small)
  expect(detached.toString()).toBe('石榴石')
  expect(detached.buffer.byteLength).toBe(detached.length)
})

import { expect, it } from 'vitest'
import { toOwnMemory } from './detached-buffer.ts'

it('keeps as many bytes as it has, and not the slab that they came from', () => {
  const small = Buffer.from('石榴石')
  expect(small.buffer.byteLength).toBeGreaterThan(small.length)
  const own = toOwnMemory(small)
  expect(own.toString()).toBe('石榴石')
  expect(own.buffer.byteLength).toBe(own.length)
})

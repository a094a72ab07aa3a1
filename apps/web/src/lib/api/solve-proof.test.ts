import { createHash } from 'node:crypto'
import { hasLeadingZeros } from '@portal/contract/proof-of-work.ts'
import { expect, it } from 'vitest'
import { solveProof } from './solve-proof.ts'

const goOn = new AbortController().signal

it('finds a valid proof', async () => {
  const proof = await solveProof({ challenge: 'sealed.challenge', bits: 10 }, { signal: goOn })
  expect(proof.startsWith('sealed.challenge.')).toBe(true)
  expect(hasLeadingZeros(createHash('sha256').update(proof).digest(), 10)).toBe(true)
})

it('yields to the page between batches, and reports progress', async () => {
  const shares: number[] = []
  const rest = async () => {}
  await solveProof({ challenge: 'x', bits: 14 }, { signal: goOn, rest, onProgress: (share) => shares.push(share) })
  expect(shares.length).toBeGreaterThan(1)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(Math.max(...shares)).toBeLessThan(1)
})

it('can be aborted', async () => {
  const controller = new AbortController()
  const rest = async () => controller.abort(new Error('given up'))
  const solving = solveProof({ challenge: 'x', bits: 32 }, { signal: controller.signal, rest })
  await expect(solving).rejects.toThrow('given up')
})

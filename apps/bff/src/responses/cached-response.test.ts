import { describe, expect, it } from 'vitest'
import { CachedResponse, detachBuffer } from './cached-response.ts'

it('copies the bytes out of the shared slab, so that the slab can be freed', () => {
  const small = Buffer.from('石榴石')
  expect(small.buffer.byteLength).toBeGreaterThan(small.length)
  const detached = detachBuffer(small)
  expect(detached.toString()).toBe('石榴石')
  expect(detached.buffer.byteLength).toBe(detached.length)
})

describe('a response that takes the place of another', () => {
  const text = Array.from({ length: 2_000 }, (_, nth) => `第 ${nth} 件样品，折射率 1.${nth}`).join('\n')
  const send = async (response: CachedResponse) =>
    (await response.prepare('br', {}, (head) => Object.entries(head).flat())).body?.length

  it('is the same one if nothing has changed', () => {
    const before = new CachedResponse(200, text)
    expect(before.renew(200, text, null)).toBe(before)
    expect(before.renew(404, text, null).status).toBe(404)
    expect(before.renew(200, '', '/gem').location).toBe('/gem')
  })

  it('is compressed well at once if the other one was sent', async () => {
    const before = new CachedResponse(200, '')
    const unsent = before.renew(200, text, null)
    const fast = await send(unsent)
    const well = await send(unsent)
    expect(well).toBeLessThan(fast ?? 0)
    expect(await send(unsent.renew(200, `${text}。`, null))).toBeLessThan(fast ?? 0)
  })
})

import { expect, it, vi } from 'vitest'
import { resolvePublicAddresses } from './internet.ts'

const dial = (host: string, port: number) => ({ host, port })

it('does not resolve a name for a request that was ended before', async () => {
  const resolve = vi.fn(async () => ['8.8.8.8'])
  const ended = AbortSignal.abort(new Error('stopping'))
  await expect(resolvePublicAddresses('hooks.example', { resolve, dial }, ended)).rejects.toThrow('stopping')
  expect(resolve).not.toHaveBeenCalled()
})

it('waits for a silent name server no longer than the request lasts', async () => {
  const ending = new AbortController()
  const silent = { resolve: () => new Promise<never>(() => {}), dial }
  const asked = resolvePublicAddresses('hooks.example', silent, ending.signal)
  ending.abort(new Error('too late'))
  await expect(asked).rejects.toThrow('too late')
})

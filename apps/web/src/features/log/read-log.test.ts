import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeLog, makeFakeLog } from '#testing/fake-log.ts'
import { readLog } from './read-log.ts'

let log: FakeLog
beforeEach(async () => {
  localStorage.clear()
  log = await makeFakeLog()
  await log.addOthers(9)
  vi.stubGlobal('fetch', async (address: string) => await log.answer(address))
})

const read = (wait = async () => {}) => readLog(new AbortController().signal, wait)

describe('reading the log', () => {
  it('waits for caches that still have an older checkpoint than this browser', async () => {
    await read()
    log.size = 7
    const wait = vi.fn(async () => {
      log.size = undefined
    })
    expect(await read(wait)).toMatchObject({ kind: 'read', following: { kind: 'followed', checks: 2 } })
    expect(wait).toHaveBeenCalledTimes(1)

    log.size = 7
    expect(await read()).toMatchObject({ kind: 'read', following: { kind: 'behind' }, key: null })
  })

  it('reports a log that this browser has read before as unreachable when it is missing', async () => {
    await read()
    log.replace.set('/log/checkpoint', () => new Response('', { status: 404 }))
    expect(await read()).toEqual({ kind: 'unreachable' })
  })

  it('shows the checkpoint unchecked when the browser has no Web Crypto', async () => {
    const note = await log.note()
    log.replace.set('/log/checkpoint', () => new Response(note))
    vi.stubGlobal('crypto', {})
    expect(await read()).toMatchObject({ kind: 'read', following: null, note, key: log.signer.verifier })
  })
})

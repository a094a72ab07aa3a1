import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { prepareDrain } from './drain.ts'

let server: Server
let agent: Agent
beforeEach(async () => {
  server = createServer((_request, response) => response.end('served'))
  agent = new Agent({ keepAlive: true })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  agent.destroy()
  server.closeAllConnections()
  server.close()
})

describe('a draining server', () => {
  it('keeps connections alive before, and closes each with its next response while draining', async () => {
    const drain = prepareDrain(server, { noticeMs: 200, quietMs: 10, longestMs: 400 })
    expect(await send('/')).toBe('keep-alive')
    const drained = drain()
    expect(await send('/')).toBe('close')
    expect(await send('/readyz')).toBe('close')
    await drained
  })

  it('drains while requests arrive, up to a limit; health checks do not count', async () => {
    const visited = prepareDrain(server, { noticeMs: 50, quietMs: 500, longestMs: 1_500 })
    expect(await drainWhileRequesting('/', visited)).toBeGreaterThanOrEqual(1_500)
    const checked = prepareDrain(server, { noticeMs: 50, quietMs: 100, longestMs: 20_000 })
    expect(await drainWhileRequesting('/readyz', checked)).toBeLessThan(20_000)
  })
})

/** @returns the duration of draining, in ms */
async function drainWhileRequesting(path: string, drain: () => Promise<void>): Promise<number> {
  const sinceMs = performance.now()
  let isDone = false
  const done = drain().then(() => {
    isDone = true
  })
  while (!isDone) {
    await send(path)
    await delay(5)
  }
  await done
  return Math.ceil(performance.now() - sinceMs)
}

/** @returns the response's `Connection` header */
async function send(path: string): Promise<string | undefined> {
  const sent = request({ port: (server.address() as AddressInfo).port, path, agent })
  sent.end()
  const [answer] = await once(sent, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.headers.connection
}

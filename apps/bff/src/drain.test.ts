import { once } from 'node:events'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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

describe('a server that takes its leave', () => {
  it('keeps connections until then, and ends each with its next answer from then on', async () => {
    const drain = prepareDrain(server, { noticeMs: 200, quietMs: 10, longestMs: 400 })
    expect(await ask('/')).toBe('keep-alive')
    const drained = drain()
    expect(await ask('/')).toBe('close')
    expect(await ask('/readyz')).toBe('close')
    await drained
  })

  it('goes on while requests come, but not for ever; who only looks whether it is well does not count', async () => {
    const visited = prepareDrain(server, { noticeMs: 50, quietMs: 500, longestMs: 1_500 })
    expect(await whileAsking('/', visited)).toBeGreaterThanOrEqual(1_500)
    const looked = prepareDrain(server, { noticeMs: 50, quietMs: 100, longestMs: 20_000 })
    expect(await whileAsking('/readyz', looked)).toBeLessThan(20_000)
  })
})

/** @returns how long it took, in ms */
async function whileAsking(path: string, drain: () => Promise<void>): Promise<number> {
  const sinceMs = performance.now()
  let isOver = false
  const over = drain().then(() => {
    isOver = true
  })
  while (!isOver) await ask(path)
  await over
  return Math.ceil(performance.now() - sinceMs)
}

/** @returns what the answer says of its connection */
async function ask(path: string): Promise<string | undefined> {
  const asked = request({ port: (server.address() as AddressInfo).port, path, agent })
  asked.end()
  const [answer] = await once(asked, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.headers.connection
}

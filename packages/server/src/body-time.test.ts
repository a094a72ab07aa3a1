import { once } from 'node:events'
import { createServer, IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { allowBodyTime, limitBodyTime } from './body-time.ts'

describe('the time limit for a body', () => {
  let server: Server
  beforeEach(async () => {
    server = createServer(async (request, response) => {
      if (request.url === '/large') allowBodyTime(server, request, 1500)
      response.end(await text(request).catch(() => ''))
    })
    limitBodyTime(server, 60)
    server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
      if (code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.end('HTTP/1.1 408 Request Timeout\r\n\r\n')
      else socket.destroy()
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => server.close())

  /** Sends a body in two parts. @returns the first line of the answer */
  async function send(path: string, waitMs: number): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\n`
    socket.write(`${head}a`)
    setTimeout(() => socket.write('b'), waitMs).unref()
    const answer = await text(socket)
    return answer.split('\r\n', 1)[0] ?? ''
  }

  it('ends a body that arrives too slowly', async () => {
    expect(await send('/', 10_000)).toBe('HTTP/1.1 408 Request Timeout')
  })

  it('is longer for a route that allows it', async () => {
    expect(await send('/large', 150)).toBe('HTTP/1.1 200 OK')
  })

  it('also ends a body at that route', async () => {
    expect(await send('/large', 10_000)).toBe('HTTP/1.1 408 Request Timeout')
  })

  it('does not apply to an injected request, which has no connection', () => {
    vi.useFakeTimers()
    try {
      const request = Object.assign(new IncomingMessage({} as Socket), { headers: { 'content-length': '1' } })
      allowBodyTime(server, request, 1500)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })
})

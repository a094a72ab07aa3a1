import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { CommandError } from '#platform/commands/command-error.ts'
import { openCopy } from './log-copy.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/** Opens a copy of a log at an address. */
async function copyFrom(answer: RequestListener) {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return openCopy(`http://127.0.0.1:${(server.address() as AddressInfo).port}/log/`, '/')
}

it('reads a copy over HTTP', async () => {
  const copy = await copyFrom(({ url }, response) => {
    if (url === '/log/checkpoint') response.end('note')
    else response.writeHead(404).end()
  })
  expect(await copy.readCheckpoint()).toBe('note')
  await expect(copy.readBundle(0, 3)).rejects.toThrow(/does not have tile\/entries\/000\.p\/3/)
})

it('stops reading a file that never ends', async () => {
  let sent = 0
  const copy = await copyFrom((_request, response) => {
    const piece = Buffer.alloc(64 * 1024)
    const sendMore = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length
    }
    response.on('drain', sendMore)
    sendMore()
  })
  await expect(copy.readCheckpoint()).rejects.toThrow(/checkpoint: the answer is too long\. Nothing was changed/)
  expect(sent).toBeLessThan(64 * 1024 * 1024)
})

it('names the file whose answer breaks off', async () => {
  const copy = await copyFrom((_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy())
  })
  await expect(copy.readCheckpoint()).rejects.toThrow(CommandError)
})

import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, it } from 'vitest'
import { limitPipelining } from './pipelining.ts'

const ASK = 'GET / HTTP/1.1\r\nHost: site.test\r\n\r\n'
const answers: ServerResponse[] = []
const server = createServer((_request, response) => void answers.push(response))
limitPipelining(server, 3)
server.listen(0, '127.0.0.1')
await once(server, 'listening')

afterEach(() => {
  answers.length = 0
})

function open() {
  return connect((server.address() as AddressInfo).port, '127.0.0.1')
}

it('answers a few pipelined requests', async () => {
  const socket = open()
  for (let round = 0; round < 3; round += 1) {
    answers.length = 0
    socket.write(ASK.repeat(4))
    await expect.poll(() => answers.length).toBe(4)
    for (const answer of answers) answer.end('yes')
    await expect.poll(() => answers.every(({ writableFinished }) => writableFinished)).toBe(true)
  }
  socket.end()
  expect((await text(socket)).match(/yes/g)?.length).toBe(12)
})

it('closes a connection that pipelines too many requests', async () => {
  const socket = open()
  socket.write(ASK.repeat(5))
  expect(await text(socket).catch(() => 'broken off')).toMatch(/^(?:broken off)?$/)
})

import { createSocket, type Socket } from 'node:dgram'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { resolveName } from './resolve-name.ts'

const A = 1
const AAAA = 28

let server: Socket
let resolver: Resolver
/** Records by type; a type without any gets an empty answer. */
let records: Record<number, readonly number[]> | null = {}

beforeEach(async () => {
  server = createSocket('udp4')
  server.on('message', (query, { port, address }) => {
    if (records) server.send(answerTo(query, records), port, address)
  })
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve))
  resolver = new Resolver({ timeout: 30_000, tries: 1 })
  resolver.setServers([`127.0.0.1:${(server.address() as AddressInfo).port}`])
})
afterEach(() => void server.close())

/** Makes an answer with one record at most (RFC 1035, 4.1). */
function answerTo(query: Buffer, of: Record<number, readonly number[]>): Buffer {
  const end = query.indexOf(0, 12) + 5
  const question = query.subarray(12, end)
  const type = question.readUInt16BE(question.length - 4)
  const address = of[type]
  const head = Buffer.from([...query.subarray(0, 2), 0x81, 0x80, 0, 1, 0, address ? 1 : 0, 0, 0, 0, 0])
  if (!address) return Buffer.concat([head, question])
  const record = [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, address.length, ...address]
  return Buffer.concat([head, question, Buffer.from(record)])
}

it('finds IPv4 addresses and then IPv6 ones', async () => {
  const ipv6 = [0x24, 0, 0x32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
  records = { [A]: [223, 5, 5, 5], [AAAA]: ipv6 }
  expect(await resolveName('a.example', resolver)).toEqual(['223.5.5.5', '2400:3200::1'])
  records = { [AAAA]: ipv6 }
  expect(await resolveName('b.example', resolver)).toEqual(['2400:3200::1'])
})

it('throws for a name without addresses', async () => {
  records = {}
  await expect(resolveName('c.example', resolver)).rejects.toMatchObject({ code: 'ENODATA' })
})

it('keeps no thread of the process waiting for silent name servers', async () => {
  records = null
  let ended = 0
  const names = Array.from({ length: 8 }, (_none, nth) =>
    resolveName(`${nth}.example`, resolver).catch(() => {
      ended += 1
    }),
  )
  await readFile(import.meta.filename)
  expect(ended).toBe(0)
  resolver.cancel()
  await Promise.all(names)
  expect(ended).toBe(8)
})

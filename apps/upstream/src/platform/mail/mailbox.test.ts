import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'

let upstream: TestUpstream
beforeAll(async () => {
  upstream = await makeUpstream({ content: 'none' })
})
afterAll(() => upstream.close())

const readStatus = async (host: string) =>
  (await upstream.app.inject({ url: '/dev/mailbox', headers: { host } })).statusCode

it.each(['localhost', 'localhost:8081', 'LOCALHOST:8081', '127.0.0.1:8081', '127.8.0.1', '[::1]:8081'])(
  'shows the mails of a trial under the name %s of this machine',
  async (host) => {
    expect(await readStatus(host)).toBe(200)
  },
)

it.each([
  ...['attacker.example', 'attacker.example:8081', 'localhost.attacker.example', '127.0.0.1.attacker.example'],
  ...['192.168.1.7:8081', 'localhost@attacker.example'],
])('shows them to no page whose own name %j was rebound to this machine', async (host) => {
  expect(await readStatus(host)).toBe(404)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'

let upstream: TestUpstream
beforeAll(async () => {
  upstream = await makeUpstream({ content: 'none', env: { LOG_LEVEL: 'info' } })
})
afterAll(() => upstream.close())

async function readLineAbout(id: string): Promise<Record<string, unknown>> {
  upstream.logs.length = 0
  await upstream.app.inject({ url: '/v1/webSiteInfo?secret=geheim-4711', headers: { 'x-request-id': id } })
  expect(upstream.logs).toHaveLength(1)
  return JSON.parse(upstream.logs[0] ?? '')
}

describe('a log line', () => {
  it('contains the request id of the caller, and no query', async () => {
    const line = await readLineAbout('7K3M9Q-XD2F4H')
    expect(line).toMatchObject({ requestId: '7K3M9Q-XD2F4H', path: '/v1/webSiteInfo', status: 200, msg: 'answered' })
    expect(JSON.stringify(line)).not.toContain('geheim-4711')
  })

  it.each(['short', 'a'.repeat(65), '{"level":"fatal"}', 'id with spaces', 'geheim=4711!'])(
    'contains a generated id instead of the invalid one %s',
    async (id) => {
      expect((await readLineAbout(id)).requestId).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it('is not written for a successful probe', async () => {
    upstream.logs.length = 0
    for (const url of ['/healthz', '/v1/content/revision']) await upstream.app.inject({ url })
    expect(upstream.logs).toEqual([])
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type StubAnswer, type StubUpstream, startStubUpstream } from '../../apps/bff/src/testing/stub-upstream.ts'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import { MINUTE_MS } from '../../packages/contract/src/constants.ts'
import { CONTRACT_EXIT, runContract } from './run-contract.ts'

const ACCOUNT = { email: 'variant@example.test', password: 'correct-horse-variant' }
const ARTICLE = 'GET /v1/article/info=/v1/article/info/{id}'
const UPLOAD = 'POST /file/upload=/system/file/upload'
const ABSENT: StubAnswer = { status: 404, body: { timestamp: 1, status: 404, error: 'Not Found' } }

/** Differences from the contract, by method and path; the answer is that of our upstream. */
type Twists = Record<string, (answer: { data: string }) => StubAnswer>

let upstream: TestUpstream
let stub: StubUpstream
let folder: string
let env: Record<string, string>
let twists: Twists
/** Resets the rate limits between runs. */
let laterMs = 0
beforeAll(async () => {
  upstream = await makeUpstream({ content: 'demo', now: () => Date.now() + laterMs })
  await upstream.signUp(ACCOUNT.email, ACCOUNT.password)
  stub = await startStubUpstream()
  folder = mkdtempSync(path.join(tmpdir(), 'variants-'))
  const file = path.join(folder, 'password')
  writeFileSync(file, ACCOUNT.password)
  env = { CONTRACT_URL: stub.origin, CONTRACT_ACCOUNT: ACCOUNT.email, CONTRACT_PASSWORD_FILE: file }
  stub.answer = answerAsVariant
})
afterAll(async () => {
  await stub.stop()
  await upstream.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  twists = {}
  laterMs += MINUTE_MS
})

/** Answers like the newer variant of the family, which serves two calls only under its own paths. */
async function answerAsVariant({ method, url, headers, bytes }: StubUpstream['seen'][number]): Promise<StubAnswer> {
  const { pathname, search } = new URL(url, 'http://up.test')
  const [, id] = /^\/v1\/article\/info\/(\d+)$/.exec(pathname) ?? []
  if (pathname === '/v1/article/info' || pathname === '/file/upload') return ABSENT
  const isUpload = pathname === '/system/file/upload'
  const own = id ? `/v1/article/info?id=${id}` : isUpload ? '/file/upload' : pathname + search
  const { connection: _hop, 'content-length': _length, host: _host, ...passed } = headers
  const request = { method: method as 'GET', url: own, headers: passed as Record<string, string> }
  const answer = await upstream.app.inject({ ...request, ...(bytes?.length ? { payload: bytes } : {}) })
  const envelope = answer.json()
  const twist = twists[`${method} ${id ? '/v1/article/info/{id}' : pathname}`]
  if (twist && envelope.code === 200) return twist(envelope)
  if (!isUpload || envelope.code !== 200) return { status: answer.statusCode, body: envelope }
  return { body: { ...envelope, data: { url: `https://img.example.test${envelope.data}`, path: envelope.data } } }
}

async function run(more: Record<string, string> = {}) {
  const lines: string[] = []
  const code = await runContract({ ...env, ...more }, (line) => lines.push(line))
  return { code, text: lines.join('\n') }
}

describe('the report on a variant of the family', () => {
  it('names both paths and the form of the upload with the settings, and counts no departure', async () => {
    const { code, text } = await run()
    expect(text).toContain('No departures.')
    expect(code).toBe(CONTRACT_EXIT.kept)
    for (const line of [
      'GET /v1/article/info  is at /v1/article/info/{id}',
      'POST /file/upload  is at /system/file/upload',
      'POST /file/upload  answers data.url; the BFF takes the address out of it',
      `Set UPSTREAM_PATHS="${ARTICLE}, ${UPLOAD}"`,
    ])
      expect(text).toContain(`\n  ${line}\n`)
  })

  it('names the paths without an account too, and does not repeat configured ones', async () => {
    const { code, text } = await run({ CONTRACT_ACCOUNT: '', CONTRACT_PASSWORD_FILE: '', CONTRACT_PATHS: ARTICLE })
    expect(text).not.toContain('is at /v1/article/info/{id}')
    expect(text).toContain(`Set UPSTREAM_PATHS="${ARTICLE}, ${UPLOAD}"`)
    expect(code).toBe(CONTRACT_EXIT.kept)
    expect((await run({ CONTRACT_PATHS: `${ARTICLE}, ${UPLOAD}` })).text).not.toContain('UPSTREAM_PATHS')
  })
})

describe('a fault behind a variant', () => {
  it.each<[string, Twists, string]>([
    [
      'an article without a title',
      {
        'GET /v1/article/info/{id}': ({ data }) => ({ body: { ...envelope, data: { ...Object(data), title: null } } }),
      },
      'data.title is null',
    ],
    [
      'an upload without an address',
      { 'POST /system/file/upload': ({ data }) => ({ body: { ...envelope, data: { path: data } } }) },
      'data is an object',
    ],
    [
      'an upload whose address is no address',
      { 'POST /system/file/upload': () => ({ body: { ...envelope, data: { url: 'C:\\uploads\\a.png' } } }) },
      'data is "C:',
    ],
  ])('stays a departure: %s', async (_name, planted, differs) => {
    twists = planted
    const { code, text } = await run()
    expect(text).toContain(differs)
    expect(code).toBe(CONTRACT_EXIT.departs)
  })

  it.each([
    ['a path that is at neither place', ABSENT],
    ['a web page at both', { body: '<h1>Welcome</h1>' }],
  ])('stays a departure: %s', async (_name, answer) => {
    stub.answer = (request) => (/article\/info/.test(request.url) ? answer : answerAsVariant(request))
    const { code, text } = await run()
    stub.answer = answerAsVariant
    expect(text).toMatch(/^GET \/v1\/article\/info +status \d+ without an envelope/m)
    expect(text).not.toContain('/v1/article/info/{id}')
    expect(code).toBe(CONTRACT_EXIT.departs)
  })
})

describe('CONTRACT_PATHS', () => {
  it('rejects a call that the contract does not have', async () => {
    const { code, text } = await run({ CONTRACT_PATHS: 'GET /v1/nothing=/v1/a' })
    expect(text).toMatch(/^CONTRACT_PATHS is "GET \/v1\/nothing=\/v1\/a": accepted is a call of the contract[^\n]+$/)
    expect(code).toBe(CONTRACT_EXIT.usage)
  })
})

const envelope = { code: 200, message: '成功', extra: {} }

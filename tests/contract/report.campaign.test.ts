import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SeenRequest,
  type StubAnswer,
  type StubUpstream,
  startStubUpstream,
} from '../../apps/bff/src/testing/stub-upstream.ts'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import { CONTRACT_EXIT, runContract } from './run-contract.ts'

const ACCOUNT = { email: 'contract@example.test', password: 'correct-horse-contract' }
const PREFIX = '/api'

let upstream: TestUpstream
let stub: StubUpstream
let folder: string
let account: Record<string, string>
beforeAll(async () => {
  upstream = await makeUpstream({ content: 'demo' })
  stub = await startStubUpstream()
  stub.answer = (request) => answerPlainly(request)
  folder = mkdtempSync(path.join(tmpdir(), 'contract-'))
  const file = path.join(folder, 'password')
  writeFileSync(file, `${ACCOUNT.password}\n`)
  account = { CONTRACT_ACCOUNT: ACCOUNT.email, CONTRACT_PASSWORD_FILE: file }
  await upstream.signUp(ACCOUNT.email, ACCOUNT.password)
})
afterAll(async () => {
  await stub.stop()
  await upstream.close()
  rmSync(folder, { recursive: true })
})

/** Returns the answer of our upstream, served below a prefix. */
async function answerPlainly({ method, url, headers, bytes }: SeenRequest): Promise<StubAnswer> {
  if (!url.startsWith(PREFIX)) return { status: 404, body: '<h1>Not Found</h1>' }
  const { connection: _hop, 'content-length': _length, host: _host, ...passed } = headers
  const request = { method: method as 'GET', url: url.slice(PREFIX.length), headers: passed as Record<string, string> }
  const answer = await upstream.app.inject({ ...request, ...(bytes?.length ? { payload: bytes } : {}) })
  return { status: answer.statusCode, body: answer.json() }
}

async function run(env: Record<string, string>) {
  const lines: string[] = []
  const code = await runContract({ CONTRACT_URL: stub.origin, CONTRACT_PREFIX: PREFIX, ...env }, (line) =>
    lines.push(line),
  )
  return { code, lines, text: lines.join('\n'), last: lines.at(-1) }
}

/** Splits the rows of the table into cells. */
function splitRows(lines: readonly string[]): string[][] {
  const from = lines.findIndex((line) => line.startsWith('─') && !line.startsWith('── '))
  const rows = lines.slice(from + 1)
  const end = rows.findIndex((line) => !/^(?:GET|POST|PUT|DELETE) \//.test(line))
  return rows.slice(0, end).map((line) => line.split(/ {2,}/))
}

describe('the report on an upstream that follows the contract', () => {
  it('has no departures, and the run as a visitor writes nothing', async () => {
    stub.seen.length = 0
    const { code, text, last } = await run({})
    expect(text).toContain('No departures.')
    expect(code).toBe(CONTRACT_EXIT.kept)
    expect(last).toMatch(/^\d+ checks of \d+ calls, \d+ checks spared, 0 departures$/)
    // The only POSTs are a failing login, a certificate lookup, and uploads without a file and a login.
    const posts = stub.seen.filter(({ method }) => method !== 'GET')
    const paths = ['/oauth/emailLogin', '/v1/certificate/check', '/file/upload', '/system/file/upload']
    expect(new Set(posts.map(({ url }) => url))).toEqual(new Set(paths.map((each) => PREFIX + each)))
    expect(posts.filter(({ url, body }) => url.endsWith('/upload') && body !== '')).toEqual([])
  })

  it('has no departures, and the run with an account undoes its writes', async () => {
    const rows = async () => {
      const tables = [
        'articles',
        'article_likes',
        'collects',
        'follows',
        'comments',
        'says',
        'say_likes',
        'feedback',
        'sign_ins',
      ] as const
      const counts = tables.map((table) => upstream.db.selectFrom(table).selectAll().execute())
      return (await Promise.all(counts)).map((found) => found.length)
    }
    const before = await rows()
    const { code, text } = await run(account)
    expect(text).toContain('No departures.')
    expect(code).toBe(CONTRACT_EXIT.kept)
    expect(await rows()).toEqual(before)
    expect(text).not.toContain(ACCOUNT.password)
  })
})

describe('the report on an upstream that departs from the contract', () => {
  const twists: Record<string, (answer: { code: number; data: unknown; extra: object }) => StubAnswer> = {
    'GET /v1/tag/': () => ({
      body: { code: 200, message: '成功', data: [{ id: 1, name: '软玉', articleNum: '7' }], extra: {} },
    }),
    'GET /v1/category/': (answer) => ({
      body: { ...answer, data: (answer.data as object[]).map((one) => ({ ...one, sort: 1 })) },
    }),
    'GET /v1/article/archive': () => ({ status: 404, body: '<h1>Whitelabel Error Page</h1>' }),
    'GET /v1/article/like': () => ({ body: { code: 200, message: '成功', data: null, extra: {} } }),
    'GET /v1/user/sessions': () => ({ status: 404, body: '<h1>Whitelabel Error Page</h1>' }),
    'GET /v1/webSiteInfo': ({ extra: _left, ...answer }) => ({ body: answer }),
    'GET /v1/article/info': (answer) => ({
      body: answer.code === 500 ? { ...answer, code: -1, message: '操作异常' } : answer,
    }),
    'GET /v1/collect/': () => ({
      body: { code: 200, message: '成功', data: { records: [], total: 0, size: 10, current: 1, pages: 0 }, extra: {} },
    }),
    'GET /v1/user/selectUserInfoByToken': (answer) => ({
      status: answer.data ? 200 : 401,
      body: answer.data ? answer : { code: 401, message: '当前会话已过期，请重新登录', data: null, extra: {} },
    }),
  }

  it('lists each departure with its call and the rule of the contract', async () => {
    stub.answer = async (request) => {
      const twist = twists[`${request.method} ${request.url.slice(PREFIX.length).split('?')[0]}`]
      // A twist without parameters replaces the call, so that it has no effect.
      if (twist?.length === 0) return twist({} as never)
      const answer = await answerPlainly(request)
      return twist ? twist(answer.body as never) : answer
    }
    const { code, lines, text, last } = await run(account)
    stub.answer = answerPlainly
    const rows = splitRows(lines)
    expect(rows).toEqual(
      expect.arrayContaining([
        ['GET /v1/tag/', 'data[].articleNum is the text "7"', 'number or null'],
        ['GET /v1/article/archive', 'status 404 without an envelope', 'every answer is an envelope'],
        ['GET /v1/article/like', 'isLike after one call is false', 'toggles the like of the caller; data null'],
        ['GET /v1/webSiteInfo', 'extra is missing', 'extra is always there'],
        ['GET /v1/article/info', 'code is -1', 'an unknown article: code 500 and its text'],
        ['GET /v1/article/info', 'message is "操作异常"', 'an unknown article: code 500 and its text'],
        ['GET /v1/collect/', 'code is 200', expect.stringContaining('code 401 and its text')],
        ['GET /v1/user/selectUserInfoByToken', 'status 401', 'errors too travel with status 200'],
        ['GET /v1/user/selectUserInfoByToken', 'code is 401', 'an unknown token: code 200, data null'],
      ]),
    )
    expect(new Set(rows.map(([call]) => call))).toEqual(
      new Set(Object.keys(twists).filter((call) => call !== 'GET /v1/category/' && call !== 'GET /v1/user/sessions')),
    )
    expect(last).toContain(`${rows.length} departures`)
    expect(code).toBe(CONTRACT_EXIT.departs)
    // Harmless differences are listed separately.
    expect(text).toContain('  GET /v1/category/  data[].sort')
    expect(text).toMatch(/additions of this project[^\n]*\n {2}GET \/v1\/user\/sessions\n/)
  })

  it('names an upstream that is unreachable', async () => {
    const { code, lines } = await run({ CONTRACT_URL: 'http://127.0.0.1:9' })
    expect(code).toBe(CONTRACT_EXIT.departs)
    expect(splitRows(lines)).toContainEqual([
      'GET /v1/',
      'no answer from upstream: 暂时连接不上数据服务，请稍后重试',
      'an answer',
    ])
  })

  it('names an account that cannot log in, without its password', async () => {
    const { lines, text } = await run({ ...account, CONTRACT_ACCOUNT: 'somebody-else@example.test' })
    const differs = 'CONTRACT_ACCOUNT cannot log in: code 500, 用户账号或者密码错误!'
    expect(splitRows(lines)).toContainEqual(['POST /oauth/emailLogin', differs, 'code 200'])
    expect(text).not.toContain(ACCOUNT.password)
  })
})

describe('the command', () => {
  it.each([
    [{ CONTRACT_URL: 'staging' }, 'CONTRACT_URL is "staging"'],
    [{ CONTRACT_PREFIX: 'api/..' }, 'CONTRACT_PREFIX is "api/.."'],
    [{ CONTRACT_ACCOUNT: 'jade@example.test' }, 'CONTRACT_ACCOUNT and CONTRACT_PASSWORD_FILE belong together'],
    [
      { CONTRACT_ACCOUNT: 'jade@example.test', CONTRACT_PASSWORD_FILE: '/nowhere' },
      'CONTRACT_PASSWORD_FILE is "/nowhere"',
    ],
  ])('rejects an invalid setting in one line: %o', async (env, line) => {
    const { code, lines } = await run(env as unknown as Record<string, string>)
    expect(code).toBe(CONTRACT_EXIT.usage)
    expect(lines).toEqual([expect.stringContaining(line)])
  })

  it('prints the table and exits with 1 when there are departures', async () => {
    stub.answer = () => ({ status: 500, body: '<h1>down</h1>' })
    const { PATH, NODE_COMPILE_CACHE } = process.env
    const child = spawn(process.execPath, ['scripts/test-contract.ts'], {
      cwd: path.join(import.meta.dirname, '../..'),
      env: { PATH, NODE_COMPILE_CACHE, CONTRACT_URL: stub.origin },
    })
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    const code = await new Promise((resolve) => child.on('exit', resolve))
    stub.answer = answerPlainly
    expect(printed).toMatch(/^GET \/v1\/tag\/ +status 500 without an envelope +every answer is an envelope$/m)
    expect(code).toBe(CONTRACT_EXIT.departs)
  })
})

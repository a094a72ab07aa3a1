import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type StubUpstream, startStubUpstream } from '../../apps/bff/src/testing/stub-upstream.ts'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import { join } from '../../apps/upstream/src/testing/members.ts'
import { calls, findCall } from '../../packages/contract/src/calls.ts'
import { checkAnswerForm } from '../../packages/contract/src/testing/answer-form.ts'
import { listUndecidedMembers, listUnusedMembers } from './members.ts'
import { listUnplannedCalls, recordableCalls } from './plan.ts'
import { type Recorded, readRecording } from './recording.ts'
import { RECORD_EXIT, runRecord } from './run-record.ts'

const ACCOUNT = { email: 'recorder@mail-of-ours.cn', password: 'correct-horse-record' }

/** Secrets in texts of a comment; they must occur nowhere in the folder. */
const IN_TEXTS = {
  mail: 'Lin.Zhiwei@stone-mail.cn',
  mobile: '13912345678',
  spacedMobile: '+86 186 1234 5678',
  landline: '0871-65123456',
  bracketed: '(010) 62345678',
  identity: '53010219900307123X',
  bankCard: '6222021234567890123',
  ip: '218.63.75.91',
  ip6: '2408:8700:12a4:1::5f',
  wechat: 'lzw_gems88',
  qq: '287654321',
  certificate: 'GD20250001887766',
  token: 'Zx9'.padEnd(64, 'kQ7'),
  jwt: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.c2lnbmF0dXJl',
  link: 'short-secret',
  picture: 'lin-zhiwei-portrait.jpg',
}
const TEXT = `请联系 ${IN_TEXTS.mail}、${IN_TEXTS.mobile}、${IN_TEXTS.spacedMobile}，座机 ${IN_TEXTS.landline} 或 ${IN_TEXTS.bracketed}；
身份证 ${IN_TEXTS.identity}，卡号${IN_TEXTS.bankCard}。IP ${IN_TEXTS.ip} 与 ${IN_TEXTS.ip6}，微信：${IN_TEXTS.wechat} QQ ${IN_TEXTS.qq}，
证书${IN_TEXTS.certificate}，口令 ${IN_TEXTS.token} ${IN_TEXTS.jwt} https://x.test/?access_token=${IN_TEXTS.link}&a=1，
<img src="https://img.x.test/${IN_TEXTS.picture}" alt="像">，@林知微的石头 与林知微的石头说好了。`

/** Secrets in members of users that the reference upstream does not fill. */
const IN_MEMBERS = {
  avatar: 'https://img.x.test/faces/wang-xiaoming.jpg',
  email: 'Wang.Xiaoming@corp-mail.cn',
  intro: '住在昆明翠湖旁的老王',
  webSite: 'https://wang-xiaoming.example.cn',
  address: '中国-云南省-大理市',
  ipAddress: '中国|四川省|成都市|联通',
  ip: '125.64.9.10',
  phone: '13500001111',
  password: 'a1b2c3d4-hash',
  lastLoginTime: '2026-10-03 07:41:09',
}

let upstream: TestUpstream
let stub: StubUpstream
let folder: string
let target: string
let lines: string[]
let code: number
let recording: Recorded[]
let whole: string
const ids: string[] = []

beforeAll(async () => {
  upstream = await makeUpstream({ content: 'demo' })
  const account = await upstream.signUp(ACCOUNT.email, ACCOUNT.password)
  const lin = await join(upstream, '林知微的石头')
  const wang = await join(upstream, 'wang-xiaoming-99')
  // The member has the name of a tag of the articles.
  await (await join(upstream, '单晶宝石')).ask('POST /v1/comment/', { articleId: 3, content: '看单晶宝石' })
  ids.push(account.id, lin.id, wang.id)
  await lin.ask('POST /v1/comment/', { articleId: 3, content: '编号先发您' })
  await upstream.db.updateTable('comments').set({ content: TEXT }).where('user_id', '=', lin.id).execute()
  await wang.ask('POST /v1/comment/', { articleId: 3, content: 'wang-xiaoming-99 与林知微的石头都同意' })
  await lin.ask('POST /v1/im/chat', { code: 1, toUserId: account.id, content: `私信：${IN_TEXTS.mobile}`, type: 1 })
  stub = await startStubUpstream()
  // This is a variant of the family, with its own path for an article.
  stub.answer = async ({ method, url, headers, bytes }) => {
    const { connection: _hop, 'content-length': _length, host: _host, ...passed } = headers
    const [, id] = /^\/v1\/article\/info\/(\d+)$/.exec(url) ?? []
    const own = id ? `/v1/article/info?id=${id}` : url
    const request = { method: method as 'GET', url: own, headers: passed as Record<string, string> }
    if (/^\/v1\/(?:link\/|article\/info\?)/.test(url)) return { status: 404, body: '<h1>Not Found</h1>' }
    const answer = await upstream.app.inject({ ...request, ...(bytes?.length ? { payload: bytes } : {}) })
    return { status: answer.statusCode, body: JSON.parse(answer.body, (_name, value) => addPeople(value)) }
  }
  folder = mkdtempSync(path.join(tmpdir(), 'record-'))
  const file = path.join(folder, 'password')
  writeFileSync(file, ACCOUNT.password)
  lines = []
  target = path.join(folder, 'recording')
  const env = { CONTRACT_URL: stub.origin, CONTRACT_ACCOUNT: ACCOUNT.email, CONTRACT_PASSWORD_FILE: file }
  code = await record(env, [target])
  recording = readRecording(target)
  whole = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(path.join(entry.parentPath, entry.name), 'utf8')}`)
    .join('\n')
})
afterAll(async () => {
  await stub.stop()
  await upstream.close()
  rmSync(folder, { recursive: true })
})

function record(env: Record<string, string>, args: readonly string[]): Promise<number> {
  return runRecord({ args, env, folder, print: (line) => lines.push(line), pauseMs: 0 })
}

/** Adds to every account and comment the personal members that the family may send. */
function addPeople(value: unknown): unknown {
  const isPerson = typeof value === 'object' && value !== null && 'nickname' in value
  return isPerson ? { ...value, ...IN_MEMBERS } : value
}

const removeTags = (html: string) => html.replace(/<[^>]*>/g, '')
const findAnswers = (call: string) => recording.filter((one) => one.call === call).map(({ answer }) => Object(answer))

describe('a recording', () => {
  it('has an answer to every reading call of the contract, those of the account separately', () => {
    expect(code).toBe(RECORD_EXIT.done)
    expect(listUnplannedCalls()).toEqual([])
    const recorded = new Set(recording.map(({ call }) => call))
    // The account has saved no certificate, written no article and announced no samples, and the site has no own page and no
    // address of an article.
    const ofAccount = [
      'GET /v1/certificate/saved/{certificateNo}',
      'GET /v1/article/selectMyArticleInfo',
      'GET /v1/orders/{orderNo}',
    ]
    const without = [...ofAccount, 'GET /v1/page/info', 'GET /v1/article/slug']
    const missing = recordableCalls.map(({ path: at }) => `GET ${at}`).filter((key) => !recorded.has(key as never))
    expect(missing.sort()).toEqual([...without].sort())
    expect(recording.filter(({ call, isOwn }) => call === 'GET /v1/collect/' && isOwn)).toHaveLength(1)
    expect(recording.find(({ call }) => call === 'GET /v1/link/')).toMatchObject({ status: 404, answer: null })
    expect(findAnswers('GET /v1/article/info')).toHaveLength(60)
    const [history] = findAnswers('GET /v1/im/selectUserImHistory')
    expect(history.data.records.map(({ content }: { content: string }) => content)).toEqual(['私信：010-00000000'])
  })

  it.each([IN_TEXTS, IN_MEMBERS, ACCOUNT].flatMap((planted) => Object.entries(planted)))(
    'does not contain the planted %s',
    (_what, planted) => {
      expect(whole).not.toContain(planted)
      expect(whole.toLowerCase()).not.toContain(planted.toLowerCase())
    },
  )

  it('contains no account id, nickname, token or address of the upstream', async () => {
    const users = await upstream.db.selectFrom('users').select(['id', 'nickname']).execute()
    const people = users.filter(({ id }) => id !== '1')
    expect(people.length).toBeGreaterThan(5)
    for (const { id, nickname } of people) {
      expect(whole).not.toContain(id)
      // A tag has this name too.
      const places = nickname === '单晶宝石' ? `"nickname": "${nickname}"` : `"${nickname}"`
      expect([nickname, whole.includes(places)]).toEqual([nickname, false])
    }
    for (const part of ['林知微的石头', 'wang-xiaoming', new URL(stub.origin).host]) expect(whole).not.toContain(part)
    expect(ids.every((id) => !whole.includes(id))).toBe(true)
    expect(whole).not.toMatch(/"token"|"ip": "|[a-zA-Z0-9]{64}/)
  })

  it('gives the same user the same name everywhere, in members and in texts', () => {
    const comments = findAnswers('GET /v1/comment/').flatMap(({ data }) => data.records)
    const [wang, lin] = [
      comments.find(({ content }) => content.includes('都同意')),
      comments.find(({ content }) => content.includes('请联系')),
    ]
    expect(wang.content).toBe(`${wang.nickname} 与${lin.nickname}都同意`)
    expect(lin.content).toContain(`@${lin.nickname} 与${lin.nickname}说好了`)
    const profile = findAnswers('GET /v1/user/info').find(({ data }) => data.id === lin.userId)
    expect(profile.data.nickname).toBe(lin.nickname)
  })

  it('keeps gemmological terms, even if a user has the same name', () => {
    const comments = findAnswers('GET /v1/comment/').flatMap(({ data }) => data.records)
    const { nickname } = comments.find(({ content }) => content === '看单晶宝石')
    expect(nickname).toMatch(/^访客\d+$/)
  })

  it('keeps texts, numbers, shapes and the name of the site', async () => {
    const [site] = findAnswers('GET /v1/webSiteInfo')
    expect(site.data.name).toBe('石衡珠宝玉石检测中心')
    const article = recording.find(({ call, input }) => call === 'GET /v1/article/info' && input.id === 3)
    const { data } = Object(article?.answer)
    expect(data).toMatchObject({ id: 3, isLike: false })
    const original = (await upstream.app.inject('/v1/article/info?id=3')).json().data
    expect(removeTags(data.content)).toBe(removeTags(original.content))
    const strays = recording
      .filter(({ answer }) => answer !== null)
      .flatMap(({ call, answer }) =>
        checkAnswerForm(findCall(call), answer, 'upstream').departures.map((one) => [call, one]),
      )
    expect(strays).toEqual([])
  })
})

describe('the members of all answers', () => {
  it('are classified as personal or not', () => {
    expect(listUndecidedMembers(recordableCalls)).toEqual([])
    expect(listUnusedMembers(recordableCalls)).toEqual([])
  })

  it('are reported when they are not classified', () => {
    const foreign = calls.find(({ path: at }) => at === '/v1/manage/users')
    expect(listUndecidedMembers(foreign ? [foreign] : [])).not.toEqual([])
  })
})

describe('npm run record', () => {
  it.each([
    [{}, ['a'], 'Usage: '],
    [{ CONTRACT_URL: 'http://127.0.0.1:9' }, [], 'Usage: '],
    [{ CONTRACT_URL: 'staging' }, ['a'], 'CONTRACT_URL is "staging": accepted is'],
    [{ CONTRACT_URL: 'http://127.0.0.1:9' }, ['full'], 'full holds other files: accepted is a new folder'],
    [{ CONTRACT_URL: 'http://127.0.0.1:9' }, ['other'], 'other holds other files: accepted is a new folder'],
  ])('rejects %o %o in one line', async (env, args, line) => {
    mkdirSync(path.join(folder, 'full'), { recursive: true })
    writeFileSync(path.join(folder, 'full/notes.txt'), '')
    // The file belongs to something else; a recording would remove the folder's other files.
    mkdirSync(path.join(folder, 'other/answers'), { recursive: true })
    writeFileSync(path.join(folder, 'other/index.json'), '{"entries":[]}')
    lines = []
    expect(await record(env as Record<string, string>, args)).toBe(RECORD_EXIT.usage)
    expect(lines).toEqual([expect.stringContaining(line)])
  })

  it('prints no control characters of an upstream', async () => {
    const { answer } = stub
    stub.answer = () => ({ body: { code: 500, message: '\u001b]0;x\u0007\u009b2J\n坏了', data: null, extra: {} } })
    lines = []
    await record({ CONTRACT_URL: stub.origin }, ['steering'])
    stub.answer = answer
    expect(lines.join('')).toContain('坏了')
    expect(lines.join('')).not.toMatch(/\p{Cc}/u)
  })

  it('logs out even if the upstream fails while it is logged in', async () => {
    const { answer } = stub
    const out: (string | undefined)[] = []
    stub.answer = ({ url, headers }) => {
      if (url === '/oauth/emailLogin') return { body: { code: 200, message: '', data: { token: 'of-the-login' } } }
      if (url === '/logout') out.push(headers.authorization)
      else if (headers.authorization) throw new Error('the connection breaks')
      return { body: { code: 200, message: '', data: null, extra: {} } }
    }
    const env = {
      CONTRACT_URL: stub.origin,
      CONTRACT_ACCOUNT: ACCOUNT.email,
      CONTRACT_PASSWORD_FILE: path.join(folder, 'password'),
    }
    expect(await record(env, ['broken-off'])).toBe(RECORD_EXIT.failed)
    stub.answer = answer
    expect(out).toEqual(['of-the-login'])
  })

  it('names an upstream that does not answer, and a refused login without its password', async () => {
    lines = []
    expect(await record({ CONTRACT_URL: 'http://127.0.0.1:9' }, ['away'])).toBe(RECORD_EXIT.failed)
    expect(lines).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:9 does not answer GET \/v1\/webSiteInfo: /)])
    const { answer } = stub
    stub.answer = () => ({ body: 'x'.repeat(5_000_000) })
    expect(await record({ CONTRACT_URL: stub.origin }, ['large'])).toBe(RECORD_EXIT.failed)
    expect(lines.at(-1)).toContain('answer above 4194304 bytes')
    stub.answer = answer
    const file = path.join(folder, 'wrong')
    writeFileSync(file, 'a wrong password')
    const env = { CONTRACT_URL: stub.origin, CONTRACT_ACCOUNT: ACCOUNT.email, CONTRACT_PASSWORD_FILE: file }
    expect(await record(env, ['refused'])).toBe(RECORD_EXIT.failed)
    expect(lines.at(-1)).toMatch(/^CONTRACT_ACCOUNT cannot log in: code 500, /)
    expect(lines.join('\n')).not.toContain('a wrong password')
  })
})

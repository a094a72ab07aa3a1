import request, { type Response } from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { certificate, solve } from '../../apps/bff/src/testing/certificates.ts'
import { makeSite, type TestSite, TOKEN, USER } from '../../apps/bff/src/testing/make-site.ts'
import { ok, type SeenRequest } from '../../apps/bff/src/testing/stub-upstream.ts'
import type { Call } from '../../packages/contract/src/call.ts'
import { type CallKey, calls, toCallKey } from '../../packages/contract/src/calls.ts'
import { deleteRoom } from '../../packages/contract/src/community/messages.ts'
import { ownCallHeaders } from '../../packages/contract/src/constants.ts'
import { findBroken } from '../../packages/contract/src/testing/broken-rules.ts'
import { makeSampleInput } from './sample-input.ts'

/**
 * The identity rules at the BFF: whatever identity a browser claims, upstream receives that of the session, and
 * no member that the contract does not name. Whether upstream itself trusts a body is tested there.
 */

const VICTIM = 'f00dfeedf00dfeedf00dfeedf00dfeed'
const STOLEN = 'StolenToken'.padEnd(128, 'z')

/** Names from which a server could read the caller or the caller's permissions. */
const CLAIMS = {
  ...Object.fromEntries(
    ['userId', 'user_id', 'fromUserId', 'fromUserNickname', 'authorId', 'createBy', 'uid', 'id'].map((name) => [
      name,
      VICTIM,
    ]),
  ),
  Authorization: STOLEN,
  token: STOLEN,
  role: 'owner',
  isRecommend: '1',
}

/** Members that name the user a call is about; the caller still comes from the session. */
const ABOUT_OTHERS: Partial<Record<CallKey, readonly string[]>> = {
  'GET /v1/user/info': ['userId'],
  'GET /v1/user/getUserCount': ['id'],
  'POST /v1/followed/insertFollowed': ['userId'],
  'DELETE /v1/followed/deleteFollowed': ['userId'],
  'DELETE /v1/user/sessions': ['id'],
  'GET /v1/article/selectArticleByUserId': ['userId'],
  'POST /v1/comment/': ['replyUserId'],
  'POST /v1/say/comment': ['replyUserId'],
  'POST /v1/im/addRoom': ['userId'],
  'GET /v1/im/selectUserImHistory': ['toUserId'],
  'POST /v1/im/chat': ['toUserId', 'atUserId'],
  'POST /v1/im/withdraw': ['toUserId', 'id'],
  'GET /v1/im/read': ['userId'],
  'POST /v1/im/block': ['userId'],
  'DELETE /v1/manage/factor': ['id'],
  'PUT /v1/manage/factor/passkey/label': ['id'],
  'DELETE /v1/manage/sessions': ['id'],
  'GET /v1/manage/articles': ['author'],
  'GET /v1/manage/articles/matching': ['author'],
  'DELETE /v1/im/block': ['userId'],
  'DELETE /v1/im/deleteMessage': ['id'],
  'POST /v1/review/feedback': ['id'],
  'POST /v1/review/feedback/answer': ['id'],
}

/** Calls before which the BFF checks that their object belongs to the caller. */
const LOOKED_UP: ReadonlySet<CallKey> = new Set<CallKey>([
  'DELETE /v1/im/deleteRoom',
  'POST /v1/im/withdraw',
  'DELETE /v1/im/deleteMessage',
  // A lookup checks number and code first, without the session.
  'POST /v1/certificate/saved',
  'POST /v1/certificate/share',
])
const PEER = 'beefbeefbeefbeefbeefbeefbeefbeef'

/** Answers as an upstream where every object belongs to the caller. */
function answerOwn({ url }: SeenRequest) {
  const rows = (records: object[]) => ok({ records, total: records.length, size: 10, current: 1, pages: 1 })
  const { roomId } = makeSampleInput(deleteRoom).query ?? {}
  if (url.startsWith('/v1/im/getRoomList')) return ok([{ id: roomId, receiveId: PEER }])
  const message = { id: VICTIM, code: 1, fromUserId: USER.id, toUserId: PEER, content: '在吗', type: 1 }
  if (url.startsWith('/v1/im/selectUserImHistory')) return rows([message])
  if (url === CHECK_PATH) return ok({ state: 'valid', certificate })
  if (url.startsWith('/v1/im/getMessageNotice')) return rows([{ id: VICTIM }])
  return { body: { code: 500, message: '示例', data: null, extra: {} } }
}

const CHECK_PATH = '/v1/certificate/check'
const WECHAT_CODE = 'DL482100'
const all = calls as readonly Call[]
/** Pictures, which have no caller, and calls of providers and the platform are left out. */
const proxied = all
  .filter(({ file, reachedBy }) => !file && !reachedBy)
  // Logout is last, since it ends the session that all calls share.
  .sort((one, other) => Number(one.path === '/logout') - Number(other.path === '/logout'))

let site: TestSite
let session: string
beforeAll(async () => {
  site = await makeSite({ env: { PUBLIC_ORIGIN: '' } })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  session = await site.logIn()
})
function resetUpstream(): void {
  site.upstream.seen.length = 0
  site.upstream.answer = () => ({ body: { code: 500, message: '示例', data: null, extra: {} } })
}
afterAll(() => site.close())

interface Sent {
  cookie?: string
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** Makes a call with claims that its sender may not make. */
async function send(call: Call, { cookie, query, body }: Sent): Promise<Response> {
  const { params = {}, file } = makeSampleInput(call)
  const url = call.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name] ?? '')
  const cookies = [cookie, call.path === '/oauth/wechat/is_login' ? await fetchWechatCookie() : undefined].filter(
    Boolean,
  )
  const sending = request(site.app.server)
    [call.method.toLowerCase() as 'get'](url)
    .set({
      ...ownCallHeaders,
      authorization: STOLEN,
      'x-user-id': VICTIM,
      cookie: [...cookies, `Authorization=${STOLEN}`, `token=${STOLEN}`].join('; '),
    })
  if (query) sending.query(query)
  if (file) sending.attach(call.upload ?? '', file.bytes, file.name)
  else if (body) sending.send(body)
  const answer = await sending
  const challenge = answer.body.extra?.challenge
  return challenge
    ? await send(call, { ...(cookie && { cookie }), body: { ...body, proof: solve(challenge) } })
    : answer
}

/** Returns the cookie of the browser that received the login code. */
async function fetchWechatCookie(): Promise<string> {
  const { answer } = site.upstream
  site.upstream.answer = () => ok(WECHAT_CODE)
  const reply = await site.app.inject({ url: '/oauth/wechatLoginCode', headers: ownCallHeaders })
  site.upstream.answer = answer
  site.upstream.seen.length = 0
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}

/**
 * Returns the members of the call, plus claims where the contract names no such member or where the member is the
 * caller.
 */
function addClaims(call: Call, members: Record<string, unknown> | undefined, isNamed: boolean) {
  const schema = (call.body ?? call.query)?.properties ?? {}
  const about = ABOUT_OTHERS[toCallKey(call)] ?? []
  const identity = call.identity ?? {}
  const claims = Object.entries(CLAIMS).filter(([name]) => name in identity || !(name in schema))
  const others = about.filter((name) => name in (members ?? {})).map((name) => [name, VICTIM])
  return { ...members, ...Object.fromEntries(claims), ...(isNamed ? Object.fromEntries(others) : {}) }
}

function makeInput(call: Call): Required<Omit<Sent, 'cookie'>> {
  const { query, body } = makeSampleInput(call)
  const loginCode = 'loginCode' in (query ?? {}) ? { loginCode: WECHAT_CODE } : {}
  return {
    query: { ...addClaims(call, { ...query, ...loginCode }, call.query !== undefined) },
    body: addClaims(call, body, call.body !== undefined),
  }
}

/** Returns query and body as upstream received them. */
function readReceived({ url, body, headers }: SeenRequest) {
  const query = Object.fromEntries(new URL(url, 'http://upstream.test').searchParams)
  const isJson = headers['content-type']?.startsWith('application/json')
  return { query, body: (isJson ? JSON.parse(body) : {}) as Record<string, unknown> }
}

const listNames = (schema: Call['query']) => Object.keys(schema?.properties ?? {})
const table = proxied.map((call) => [toCallKey(call), call] as const)

describe('a call without a login', () => {
  it('is refused or made as a visitor', async () => {
    const broken = await findBroken(table, async (call) => {
      resetUpstream()
      const { status, body } = await send(call, makeInput(call))
      if (call.access !== 'public') {
        expect([status, body.code]).toEqual([401, 401])
        expect(site.upstream.seen).toEqual([])
        return
      }
      const [seen] = site.upstream.seen
      // How the lookup reads the answer is tested elsewhere; here it only has to arrive.
      expect(seen?.headers.authorization).toBeUndefined()
      expect(seen?.headers.cookie).toBeUndefined()
      const { query, body: sentBody } = readReceived(seen as SeenRequest)
      for (const [name, kind] of Object.entries(call.identity ?? {}))
        expect([kind, query[name], sentBody[name]]).toEqual([kind, undefined, undefined])
      expect(JSON.stringify([seen?.url, seen?.body, seen?.headers])).not.toContain(STOLEN)
    })
    expect(broken).toEqual([])
  }, 60_000)
})

describe('a call with another user’s id and token, and with members that clients may not set', () => {
  // The calls of the suites above are within the budget of another minute.
  beforeAll(() => {
    site.clock.nowMs += 60_000
  })

  it('is made as the user of the session', async () => {
    const broken = await findBroken(table, async (call) => {
      resetUpstream()
      const key = toCallKey(call)
      const isLookedUp = LOOKED_UP.has(key)
      if (isLookedUp) site.upstream.answer = answerOwn
      await send(call, { ...makeInput(call), cookie: session })
      const { seen: heardAll } = site.upstream
      const seen = heardAll.at(-1)
      expect(seen?.url.split('?')[0]).toBe(
        call.path.replace(/\{(\w+)\}/g, (_part, name) => String(makeSampleInput(call).params?.[name])),
      )
      expect(heardAll.length > 1).toBe(isLookedUp)
      const withoutSession = heardAll.filter(
        ({ url, headers }) => url !== CHECK_PATH && headers.authorization !== TOKEN,
      )
      expect(isLookedUp ? withoutSession : []).toEqual([])
      // Answers that are the same for all callers are requested as a visitor, since they are shared.
      const isForAll = call.cache?.sameForAll || call.path === CHECK_PATH
      expect(seen?.headers.authorization).toBe(isForAll ? undefined : TOKEN)
      expect(seen?.headers.cookie).toBeUndefined()
      expect(Object.keys(seen?.headers ?? {})).not.toContain('x-user-id')

      const { query, body } = readReceived(seen as SeenRequest)
      expect(listNames(call.query)).toEqual(expect.arrayContaining(Object.keys(query)))
      expect(listNames(call.body)).toEqual(expect.arrayContaining(Object.keys(body)))
      for (const [name, kind] of Object.entries(call.identity ?? {})) {
        expect((call.body ? body : query)[name]).toBe(kind === 'token' ? TOKEN : USER.id)
      }
      const about = ABOUT_OTHERS[key] ?? []
      const isVictim = ([name, value]: [string, unknown]) => value === VICTIM && !about.includes(name)
      expect([...Object.entries(query), ...Object.entries(body)].filter(isVictim)).toEqual([])
      expect(JSON.stringify(heardAll)).not.toContain(STOLEN)
    })
    expect(broken).toEqual([])
  }, 60_000)
})

describe('a member of the contract that could name a user', () => {
  it('is set from the session or names the user whom the call is about', () => {
    const undecided = proxied.flatMap((call) => {
      const decided = [...Object.keys(call.identity ?? {}), ...(ABOUT_OTHERS[toCallKey(call)] ?? [])]
      const members = { ...call.query?.properties, ...call.body?.properties } as Record<string, { type?: unknown }>
      // Ids of users are strings; ids of articles and comments are numbers.
      const naming = Object.keys(members).filter(
        (name) => /user(?:_?id)?$|^token$|author/i.test(name) || (name === 'id' && members[name]?.type === 'string'),
      )
      return naming.filter((name) => !decided.includes(name)).map((name) => `${toCallKey(call)} ${name}`)
    })
    expect(undecided).toEqual([])
  })
})

describe('a call by a provider or the platform', () => {
  it('does not forward the session', async () => {
    const reached = all.filter(({ reachedBy }) => reachedBy).map((call) => [toCallKey(call), call] as const)
    const broken = await findBroken(reached, async (call) => {
      resetUpstream()
      const { query } = makeSampleInput(call)
      const url = call.path.replace('{source}', 'github')
      const social = (await site.app.inject({ url: '/oauth/render/github' })).headers['set-cookie'] ?? ''
      site.upstream.seen.length = 0
      const sending = request(site.app.server)
        [call.method.toLowerCase() as 'get'](url)
        .redirects(0)
        .query({ ...CLAIMS, ...query })
        .set({ authorization: STOLEN, cookie: [session, String(social).split(';')[0]].join('; ') })
      if (call.method === 'POST') sending.type('text/xml').send('<xml></xml>')
      await sending
      for (const seen of site.upstream.seen) {
        const { authorization, ...headers } = seen.headers
        // A partner's key comes from its program, never from a session.
        expect(authorization).toBe(call.reachedBy === 'partner' ? STOLEN : undefined)
        expect(headers.cookie).toBeUndefined()
        expect(listNames(call.query)).toEqual(expect.arrayContaining(Object.keys(readReceived(seen).query)))
        expect(JSON.stringify([seen.url, headers])).not.toContain(STOLEN)
      }
      if (call.reachedBy === 'platform') expect(site.upstream.seen).toHaveLength(1)
    })
    expect(broken).toEqual([])
  }, 60_000)
})

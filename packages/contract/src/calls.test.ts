import { describe, expect, it } from 'vitest'
import type { Call } from './call.ts'
import { calls, findCall, toCallKey, toRouterPath } from './calls.ts'
import { toOpenApi } from './openapi.ts'

/** Section 7 of the product specification: calls, each with the members of its input that are named there. */
const SPECIFIED = `
GET /v1/im/ query
GET /v1/im/getRoomList
POST /v1/im/addRoom query userId
POST /v1/im/chat body
POST /v1/im/withdraw body
GET /v1/im/selectUserImHistory query
GET /v1/im/read query userId
DELETE /v1/im/deleteRoom query roomId
GET /v1/im/getNewSystemNotice
GET /v1/article/ query
GET /v1/article/category query
GET /v1/article/selectArticleByUserId query
DELETE /v1/article/ query id
GET /v1/article/selectMyArticleInfo query id
POST /v1/article/readMarkdownFile upload
POST /v1/article/ body
PUT /v1/article/ body
GET /v1/article/search query pageNo pageSize keyword
GET /v1/article/info query id
GET /v1/article/checkCode query code
GET /v1/article/like query articleId
GET /v1/article/archive
GET /v1/tag/
GET /v1/hot query type
GET /v1/report
GET /v1/webSiteInfo extra siteAccess visitorAccess
GET /v1/category/
POST /v1/feedback/ body
POST /oauth/emailLogin body email password
PUT /oauth/forgetPassword body email password code
GET /logout
GET /oauth/render/{source}
GET /oauth/wechat/is_login query loginCode
GET /oauth/wechatLoginCode
GET /oauth/sendEmailCode query email
POST /oauth/emailRegister body email nickname password code
PUT /v1/user/ body
GET /v1/user/info query userId
GET /v1/user/selectUserInfoByToken query token
GET /v1/user/getUserCount query id
POST /v1/followed/insertFollowed query userId
DELETE /v1/followed/deleteFollowed query userId
POST /file/upload upload`

/** Calls that features of the specification need beyond its section 7. */
const NEEDED = `
GET /v1/im/getMessageNotice
DELETE /v1/im/deleteMessage
GET /v1/comment/
POST /v1/comment/
GET /v1/comment/getMyComment
GET /v1/say/getSayList
GET /v1/say/like
POST /v1/say/comment
POST /v1/say/insertSay
GET /v1/site/getNavigations
GET /v1/collect/
GET /v1/collect/collect
DELETE /v1/collect/
GET /v1/
GET /v1/sign/
GET /v1/sign/validateTodayIsSign
GET /v1/sign/getSignRecords
GET /v1/link/
POST /v1/link/
GET /v1/message/
POST /v1/message/
GET /oauth/callback/{source}
GET /wechat
POST /wechat`

const splitLines = (text: string) => text.trim().split('\n')
const keys = calls.map(toCallKey) as string[]
const all: readonly Call[] = calls

describe('the contract', () => {
  it('has every call of the specification, with the named input', () => {
    const faults = splitLines(SPECIFIED).filter((line) => {
      const [method, path, part, ...members] = line.split(' ')
      const call = all.find((one) => one.method === method && one.path === path)
      const schema = JSON.stringify(call?.[(part ?? 'data') as keyof Call])
      return schema === undefined || members.some((name) => !schema.includes(`"${name}":`))
    })
    expect(faults).toEqual([])
  })

  it('has every further call that the features need', () => {
    expect(splitLines(NEEDED).filter((key) => !keys.includes(key))).toEqual([])
  })

  it('has no call twice', () => {
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('allows caches to store only public answers without a token', () => {
    const cachedCalls = all.filter((call) => call.cache)
    expect(cachedCalls.length).toBeGreaterThan(10)
    expect(
      cachedCalls.filter((call) => call.access !== 'public' || call.carriesToken || call.method !== 'GET'),
    ).toEqual([])
  })

  it('invalidates only the paths of cached calls', () => {
    const cachedPaths = all.filter((call) => call.cache).map(({ path }) => path)
    const named = all.flatMap((call) => call.invalidates ?? [])
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((path) => !cachedPaths.includes(path))).toEqual([])
  })

  it('marks every login as a call that answers a token', () => {
    expect(all.filter((call) => call.carriesToken).map(toCallKey)).toEqual([
      'POST /oauth/emailLogin',
      'GET /oauth/wechat/is_login',
      'POST /v1/manage/setup',
    ])
  })

  it('marks every GET that changes state', () => {
    expect(all.filter((call) => call.changesState).map(toCallKey)).toEqual([
      'GET /v1/report',
      'GET /v1/article/like',
      'GET /v1/article/checkCode',
      'GET /oauth/sendEmailCode',
      'GET /oauth/render/{source}',
      'GET /oauth/wechatLoginCode',
      'GET /oauth/wechat/is_login',
      'GET /logout',
      'GET /v1/collect/collect',
      'GET /v1/say/like',
      'GET /v1/sign/',
      'GET /v1/im/read',
      'GET /v1/im/getMessageNotice',
    ])
  })

  it('names the audit action of every call for staff that changes something', () => {
    const changing = all.filter(({ access, method }) => access === 'staff' && method !== 'GET')
    expect(changing.length).toBeGreaterThan(5)
    expect(changing.filter(({ audit }) => audit === undefined).map(toCallKey)).toEqual([])
    // First halves of ceremonies write no audit entry, nor do changes that only their editor sees: saved filters, previews,
    // drafts and locks.
    const silent = changing.filter(({ audit, needsFactor }) => audit === null && needsFactor !== false)
    expect(silent.map(toCallKey)).toEqual([
      'PUT /v1/manage/certificates/imports/{id}',
      'PUT /v1/manage/certificates/imports/{id}/cells',
      'PUT /v1/manage/certificates/imports/{id}/answers',
      'DELETE /v1/manage/certificates/imports/{id}',
      'POST /v1/manage/certificates/{certificateNo}/open',
      'POST /v1/manage/certificates/review',
      'POST /v1/manage/certificates/printable',
      'POST /v1/manage/views',
      'PUT /v1/manage/views/{id}',
      'DELETE /v1/manage/views/{id}',
      'POST /v1/manage/site/preview',
      'POST /v1/manage/pages/{key}/open',
      'PUT /v1/manage/articles/{id}/draft',
      'DELETE /v1/manage/articles/{id}/draft',
      'POST /v1/manage/articles/{id}/preview',
      'POST /v1/manage/articles/{id}/lock',
      'DELETE /v1/manage/articles/{id}/lock',
      'POST /v1/manage/articles/{id}/closedLinks',
      'POST /v1/manage/links/closed',
      'POST /v1/manage/articles/faults',
    ])
  })

  it('keeps calls for staff below /v1/manage/ and sets duties on no other calls', () => {
    // While a site has no owner, a code from the log authorises these calls instead of a login.
    const firstSetup = ['POST /v1/manage/setup/check', 'POST /v1/manage/setup']
    expect(
      all.filter((call) => call.path.startsWith('/v1/manage/') !== (call.access === 'staff')).map(toCallKey),
    ).toEqual(firstSetup)
    const open = all.filter(({ access }) => access === 'public' || access === 'member')
    const others = open.filter((call) => !firstSetup.includes(toCallKey(call)))
    expect(others.filter((call) => call.duties || call.fresh || call.audit)).toEqual([])
  })

  it('fills the sender of a message from the session', () => {
    for (const key of ['POST /v1/im/chat', 'POST /v1/im/withdraw', 'GET /v1/im/selectUserImHistory'] as const) {
      expect(findCall(key).identity).toEqual({ fromUserId: 'self' })
    }
  })

  it('has a parameter for each placeholder of a path', () => {
    for (const call of all) {
      const places = Array.from(call.path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
      expect(Object.keys(call.params?.properties ?? {})).toEqual(places)
    }
    expect(toRouterPath({ path: '/oauth/render/{source}' })).toBe('/oauth/render/:source')
  })

  it('converts to an OpenAPI document with a unique id for every call', () => {
    const { openapi, paths } = toOpenApi({ title: 't', version: '1' })
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(openapi).toBe('3.1.0')
    expect(operations).toHaveLength(calls.length)
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(calls.length)
  })
})

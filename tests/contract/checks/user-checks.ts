import { WIRE_TEXT } from '../../../packages/contract/src/errors.ts'
import type { Browser, Loose } from '../browser.ts'
import { type CallCheck, check } from '../call-check.ts'

const OWNER = '1'
const fetchProfile = async (browser: Browser): Promise<Loose> => (await browser.ask('GET /v1/user/info')).data
const fetchSessionUser = async (browser: Browser) =>
  JSON.parse((await browser.send('GET', '/bff/session')).text).data.user

export const userChecks: readonly CallCheck[] = [
  check('GET /v1/user/info', 'an unknown user: code 200, data null', 'visitor', async ({ visitor, see }) => {
    const answer = await visitor().ask('GET /v1/user/info', { query: { userId: 'f'.repeat(32) } })
    see(answer, { code: 200, data: null })
  }),

  check(
    'GET /v1/user/info',
    'without userId: the caller, with the id of the session’s user',
    'account',
    async ({ member, see }) => {
      const browser = await member()
      see(await fetchProfile(browser), { id: (await fetchSessionUser(browser))?.id }, 'data')
    },
  ),

  check('GET /v1/user/info', 'a visitor without userId: code 401 and its text', 'visitor', async ({ visitor, see }) => {
    see(await visitor().ask('GET /v1/user/info'), { code: 401, message: WIRE_TEXT.sessionExpired, data: null })
  }),

  check(
    'GET /v1/user/info',
    'hides mail address and last login from others (ours)',
    'reference',
    async ({ reference, visitor, see }) => {
      const { id, email, browser } = await reference.join()
      const { data } = await visitor().ask('GET /v1/user/info', { query: { userId: id } })
      see({ id: data.id, email: data.email ?? null, last: data.lastLoginTime ?? null }, { id, email: null, last: null })
      see(await fetchProfile(browser), { id, email, lastLoginTime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ }, 'data')
    },
  ),

  check(
    'PUT /v1/user/',
    'keeps a member that is null, clears one that is empty; a sentence in data',
    'account',
    async (bench) => {
      const browser = await bench.member()
      const before = await fetchProfile(browser)
      const put = (body: Loose) => browser.ask('PUT /v1/user/', { body })
      try {
        bench.see(await put({ intro: '接口检查', nickname: null }), { code: 200, data: '修改信息成功' })
        bench.see(await fetchProfile(browser), { intro: '接口检查', nickname: before.nickname }, 'data')
        await put({ intro: '' })
        bench.that(!(await fetchProfile(browser)).intro, 'the empty text did not clear')
      } finally {
        await put({ intro: before.intro ?? '' })
      }
    },
  ),

  check('GET /v1/user/selectUserInfoByToken', 'an unknown token: code 200, data null', 'visitor', async (bench) => {
    const { browser, cookie } = bench.stranger()
    const answer = await browser.ask('GET /v1/user/selectUserInfoByToken', { headers: { cookie } })
    bench.see(answer, { code: 200, data: null })
  }),

  check(
    'GET /v1/user/selectUserInfoByToken',
    'returns the user of the token, without the token itself',
    'account',
    async ({ member, see, that }) => {
      const { code, data } = await (await member()).ask('GET /v1/user/selectUserInfoByToken')
      see(code, 200, 'code')
      that(typeof data?.id === 'string', 'data is no user')
      that(!('token' in data), 'data has a token')
    },
  ),

  check(
    'GET /v1/user/getUserCount',
    'returns null in data, three counts in extra',
    'visitor',
    async ({ visitor, see }) => {
      const answer = await visitor().ask('GET /v1/user/getUserCount', { query: { id: OWNER } })
      see(answer, { code: 200, data: null })
    },
  ),

  check('GET /v1/user/getUserCount', 'without id: the counts of the caller', 'account', async ({ member, see }) => {
    see(await (await member()).ask('GET /v1/user/getUserCount'), { code: 200, data: null })
  }),

  check(
    'POST /v1/followed/insertFollowed',
    'follows a user, repeatably; the caller as target: code 500',
    'account',
    async ({ member, see }) => {
      const browser = await member()
      const me = (await fetchSessionUser(browser)).id
      const follow = (userId: string) => browser.ask('POST /v1/followed/insertFollowed', { query: { userId } })
      see(await follow(me), { code: 500, message: '不能关注自己哦！', data: null })
      if (me === OWNER) return
      try {
        see(await follow(OWNER), { code: 200, data: null })
        see(await follow(OWNER), { code: 200, data: null })
      } finally {
        await browser.ask('DELETE /v1/followed/deleteFollowed', { query: { userId: OWNER } })
      }
    },
  ),

  check(
    'POST /v1/followed/insertFollowed',
    'sends the followed user a notice of type 2',
    'reference',
    async ({ reference, see }) => {
      const [fan, followed] = [await reference.join(), await reference.join()]
      await fan.browser.ask('POST /v1/followed/insertFollowed', { query: { userId: followed.id } })
      const { data } = await followed.browser.ask('GET /v1/im/getMessageNotice', { query: { type: 2 } })
      see(
        data.records[0],
        { noticeType: 2, fromUserId: fan.id, fromUserNickname: fan.nickname, content: null },
        'the notice',
      )
    },
  ),

  check(
    'DELETE /v1/followed/deleteFollowed',
    'of somebody who is not followed it succeeds',
    'account',
    async ({ member, see }) => {
      const query = { userId: OWNER }
      see(await (await member()).ask('DELETE /v1/followed/deleteFollowed', { query }), { code: 200, data: null })
    },
  ),

  check('GET /v1/followed/', 'whom the caller follows (ours)', 'reference', async ({ reference, see }) => {
    const [fan, followed] = [await reference.join(), await reference.join()]
    await fan.browser.ask('POST /v1/followed/insertFollowed', { query: { userId: followed.id } })
    const { data } = await fan.browser.ask('GET /v1/followed/')
    see(data.records, [{ id: followed.id, isFollowed: true }], 'data.records')
  }),

  check(
    'GET /v1/user/sessions',
    'lists the caller’s sessions and marks the current one (ours)',
    'account',
    async ({ member, that }) => {
      const { data } = await (await member()).ask('GET /v1/user/sessions')
      that(data.filter(({ isCurrent }: Loose) => isCurrent).length === 1, 'not exactly one session is the current one')
    },
  ),

  check(
    'DELETE /v1/user/sessions',
    'ends one session by id, or all sessions without one (ours)',
    'reference',
    async ({ reference, visitor, see }) => {
      const { browser, email, password } = await reference.join()
      const other = visitor()
      await other.ask('POST /oauth/emailLogin', { body: { email, password } })
      const list = (await browser.ask('GET /v1/user/sessions')).data
      const id = list.find(({ isCurrent }: Loose) => !isCurrent)?.id
      see(await browser.ask('DELETE /v1/user/sessions', { query: { id } }), { code: 200, data: null })
      see(await other.ask('GET /v1/user/sessions'), { code: 401 })
      see(await browser.ask('GET /v1/user/sessions'), { code: 200 })
      see(await browser.ask('DELETE /v1/user/sessions'), { code: 200, data: null })
      see(await fetchSessionUser(browser), null, 'the session’s user')
    },
  ),
]

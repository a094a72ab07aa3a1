import { LOGIN_TYPE } from '../../../packages/contract/src/constants.ts'
import type { Browser } from '../browser.ts'
import { type CallCheck, check } from '../call-check.ts'

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }
const fetchSession = async (browser: Browser) => JSON.parse((await browser.send('GET', '/bff/session')).text).data

export const otherLoginChecks: readonly CallCheck[] = [
  check(
    'GET /oauth/render/{source}',
    'returns the provider’s address with a state, or an error with data null',
    'visitor',
    async (bench) => {
      const { code, data } = await bench.visitor().ask('GET /oauth/render/{source}', { params: { source: 'github' } })
      if (code !== 200) return bench.see(data, null, 'data')
      bench.that(URL.canParse(data) && new URL(data).searchParams.has('state'), `data is ${data}`)
    },
  ),

  check('GET /oauth/render/{source}', 'an unknown source: code 400', 'visitor', async ({ visitor, see }) => {
    see(await visitor().ask('GET /oauth/render/{source}', { params: { source: 'myspace' } }), { code: 400, data: null })
  }),

  check(
    'GET /oauth/callback/{source}',
    'logs in, stores the token in the session cookie and redirects back',
    'reference',
    async (bench) => {
      const browser = bench.visitor()
      const { data } = await browser.ask('GET /oauth/render/{source}', { params: { source: 'github' } })
      const agreed = await fetch(data, { redirect: 'manual' })
      const back = new URL(agreed.headers.get('location') ?? '')
      const returned = await browser.send('GET', back.pathname + back.search, { headers: NAVIGATION })
      bench.see(returned, { status: 302, headers: { location: '/' } })
      bench.see(
        await fetchSession(browser),
        { user: { nickname: bench.reference.provider.user.nickname } },
        'the session',
      )
    },
  ),

  check(
    'GET /oauth/wechatLoginCode',
    'returns DL and digits, or an error with data null where WeChat is not connected',
    'visitor',
    async ({ visitor, see }) => {
      const { code, data } = await visitor().ask('GET /oauth/wechatLoginCode')
      see(data, code === 200 ? /^DL\d{4,8}$/ : null, 'data')
    },
  ),

  check(
    'GET /oauth/wechat/is_login',
    'before the user confirms: code 400 and its text',
    'visitor',
    async ({ visitor, see }) => {
      const browser = visitor()
      const { code, data: loginCode } = await browser.ask('GET /oauth/wechatLoginCode')
      if (code !== 200) return
      const waiting = await browser.ask('GET /oauth/wechat/is_login', { query: { loginCode } })
      see(waiting, { code: 400, message: '用户未被授权', data: null })
      // The BFF refuses the login code of another browser.
      const other = await visitor().ask('GET /oauth/wechat/is_login', { query: { loginCode } })
      see(other, { status: 403, code: 403, data: null })
    },
  ),

  check('GET /oauth/wechat/is_login', 'after the user confirms: the user, logged in', 'reference', async (bench) => {
    const browser = bench.visitor()
    const { data: loginCode } = await browser.ask('GET /oauth/wechatLoginCode')
    bench.see(await bench.reference.writeToAccount(loginCode.toLowerCase()), { status: 200, text: /<Content>/ })
    const done = await browser.ask('GET /oauth/wechat/is_login', { query: { loginCode } })
    bench.see(done, { code: 200, data: { loginType: LOGIN_TYPE.wechat, nickname: /^WECHAT-/ } })
    bench.see(await fetchSession(browser), { user: { id: done.data.id } }, 'the session')
  }),

  check(
    'GET /wechat',
    'answers a signature check of the platform; a wrong signature: 403',
    'reference',
    async ({ visitor, see, reference }) => {
      const ask = (query: string) => visitor().send('GET', `/wechat?${query}&echostr=5837491`)
      see(await ask(reference.wechatQuery()), { status: 200, text: '5837491' })
      see(await ask('signature=00&timestamp=1&nonce=1'), { status: 403, text: '' })
    },
  ),

  check('POST /wechat', 'accepts XML and replies to any text in XML', 'reference', async ({ see, reference }) => {
    const got = await reference.writeToAccount('你好')
    see(got, { status: 200, headers: { 'content-type': /xml/ }, text: /^<xml>[\s\S]*<Content>/ })
  }),
]

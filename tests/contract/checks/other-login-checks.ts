import { LOGIN_TYPE } from '../../../packages/contract/src/constants.ts'
import type { Browser } from '../browser.ts'
import { type CallCheck, check } from '../call-check.ts'

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' }
const sessionOf = async (browser: Browser) => JSON.parse((await browser.send('GET', '/bff/session')).text).data

export const otherLoginChecks: readonly CallCheck[] = [
  check(
    'GET /oauth/render/{source}',
    'an address of the provider with a state, or an error',
    'visitor',
    async (bench) => {
      const { code, data } = await bench.visitor().ask('GET /oauth/render/{source}', { params: { source: 'github' } })
      if (code !== 200) return bench.see(data, null, 'data')
      bench.that(URL.canParse(data) && new URL(data).searchParams.has('state'), `data is ${data}`)
    },
  ),

  check('GET /oauth/render/{source}', 'another source: code 400', 'visitor', async ({ visitor, see }) => {
    see(await visitor().ask('GET /oauth/render/{source}', { params: { source: 'myspace' } }), { code: 400, data: null })
  }),

  check(
    'GET /oauth/callback/{source}',
    'logs in and leads back; the token becomes the cookie',
    'reference',
    async (bench) => {
      const browser = bench.visitor()
      const { data } = await browser.ask('GET /oauth/render/{source}', { params: { source: 'github' } })
      const agreed = await fetch(data, { redirect: 'manual' })
      const back = new URL(agreed.headers.get('location') ?? '')
      const returned = await browser.send('GET', back.pathname + back.search, { headers: NAVIGATION })
      bench.see(returned, { status: 302, headers: { location: '/' } })
      bench.see(await sessionOf(browser), { user: { nickname: bench.reference.provider.user.nickname } }, 'the session')
    },
  ),

  check(
    'GET /oauth/wechatLoginCode',
    'DL and digits, or an error where it is not offered',
    'visitor',
    async ({ visitor, see }) => {
      const { code, data } = await visitor().ask('GET /oauth/wechatLoginCode')
      see(data, code === 200 ? /^DL\d{4,8}$/ : null, 'data')
    },
  ),

  check('GET /oauth/wechat/is_login', 'waiting: code 400 and its text', 'visitor', async ({ visitor, see }) => {
    const browser = visitor()
    const { code, data: loginCode } = await browser.ask('GET /oauth/wechatLoginCode')
    if (code !== 200) return
    const waiting = await browser.ask('GET /oauth/wechat/is_login', { query: { loginCode } })
    see(waiting, { code: 400, message: '用户未被授权', data: null })
    // Another browser's code is refused by the BFF.
    const other = await visitor().ask('GET /oauth/wechat/is_login', { query: { loginCode } })
    see(other, { status: 403, code: 403, data: null })
  }),

  check('GET /oauth/wechat/is_login', 'done: the user and the token; the reply says so', 'reference', async (bench) => {
    const browser = bench.visitor()
    const { data: loginCode } = await browser.ask('GET /oauth/wechatLoginCode')
    bench.see(await bench.reference.writeToAccount(loginCode.toLowerCase()), { status: 200, text: /<Content>/ })
    const done = await browser.ask('GET /oauth/wechat/is_login', { query: { loginCode } })
    bench.see(done, { code: 200, data: { loginType: LOGIN_TYPE.wechat, nickname: /^WECHAT-/ } })
    bench.see(await sessionOf(browser), { user: { id: done.data.id } }, 'the session')
  }),

  check(
    'GET /wechat',
    'answers the platform’s signature check, nobody else’s',
    'reference',
    async ({ visitor, see, reference }) => {
      const ask = (query: string) => visitor().send('GET', `/wechat?${query}&echostr=5837491`)
      see(await ask(reference.wechatQuery()), { status: 200, text: '5837491' })
      see(await ask('signature=00&timestamp=1&nonce=1'), { status: 403, text: '' })
    },
  ),

  check('POST /wechat', 'XML in and out; any other text gets a reply too', 'reference', async ({ see, reference }) => {
    const got = await reference.writeToAccount('你好')
    see(got, { status: 200, headers: { 'content-type': /xml/ }, text: /^<xml>[\s\S]*<Content>/ })
  }),
]

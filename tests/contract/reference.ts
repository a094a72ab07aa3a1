import { createHash } from 'node:crypto'
import { makeUpstream, type TestUpstream } from '../../apps/upstream/src/testing/make-upstream.ts'
import { makeStaff } from '../../apps/upstream/src/testing/members.ts'
import { type StandInProvider, startStandInProvider } from '../../apps/upstream/src/testing/stand-in-provider.ts'
import { SECOND_MS } from '../../packages/contract/src/constants.ts'
import { type BffBench, createClock, startBff } from './bff-bench.ts'
import type { Browser, Received } from './browser.ts'
import type { Bench } from './call-check.ts'

export const WECHAT_TOKEN = 'token-of-the-official-account'

/** A logged-in member with a new account. */
export interface Member {
  browser: Browser
  id: string
  email: string
  password: string
  nickname: string
}

/** Tools that need our own upstream. */
export interface Reference {
  upstream: TestUpstream
  provider: StandInProvider
  /** Requests a code and reads it from the mailbox. */
  mailedCode(browser: Browser, email: string): Promise<string>
  newEmail(): string
  /** Registers with a mailed code and logs in. */
  join(role?: 'user' | 'editor' | 'owner'): Promise<Member>
  /** Sends a follower's message to the official account. */
  writeToAccount(text: string, openId?: string): Promise<Received>
  wechatQuery(): string
}

export interface ReferenceBench extends Bench {
  bff: BffBench
  reference: Reference
  close(): Promise<void>
}

/** Starts the whole chain with the demo content; every browser has its own address. */
export async function startReference(env: Record<string, string> = {}, databaseUrl?: string): Promise<ReferenceBench> {
  const clock = createClock()
  const provider = await startStandInProvider()
  const upstream = await makeUpstream({
    content: 'demo',
    now: clock.now,
    env: { ...provider.env, WECHAT_TOKEN, WECHAT_QR_URL: '/file/img/loupe.svg', ...env },
    ...(databaseUrl ? { databaseUrl } : {}),
  })
  const bff = await startBff({ upstreamUrl: await upstream.listen(), clock, env })
  let browsers = 0
  let people = 0
  let messages = 0
  let shared: Promise<Member> | undefined

  const visitor = () => {
    browsers += 1
    // More than fit into one network.
    return bff.newBrowser(`203.0.${113 + Math.floor(browsers / 250)}.${1 + (browsers % 250)}`)
  }
  const createEmail = () => {
    people += 1
    return `contract-${people}@example.test`
  }

  async function readMailedCode(browser: Browser, email: string): Promise<string> {
    await browser.ask('GET /oauth/sendEmailCode', { query: { email } })
    const mail = (await upstream.mailbox()).find(({ to }) => to === email)
    const code = /\d{6}/.exec(mail?.text ?? '')?.[0]
    if (!code) throw new Error(`no code was mailed to ${email}`)
    return code
  }

  async function join(role: 'user' | 'editor' | 'owner' = 'user'): Promise<Member> {
    const [browser, email] = [visitor(), createEmail()]
    const [password, nickname] = [`correct-horse-${people}`, `契约${people}`]
    const code = await readMailedCode(browser, email)
    await browser.ask('POST /oauth/emailRegister', { body: { email, password, nickname, code } })
    const { data } = await browser.ask('POST /oauth/emailLogin', { body: { email, password } })
    if (role !== 'user') await makeStaff(upstream.db, data.id, role)
    return { browser, id: data.id, email, password, nickname }
  }

  function makeWechatQuery(): string {
    const timestamp = String(Math.floor(clock.now() / SECOND_MS))
    const signature = createHash('sha1').update([WECHAT_TOKEN, timestamp, '4711'].sort().join('')).digest('hex')
    return `signature=${signature}&timestamp=${timestamp}&nonce=4711`
  }

  function writeToAccount(text: string, openId = 'oFollower_1'): Promise<Received> {
    messages += 1
    const xml = `<xml><ToUserName><![CDATA[gh_lab]]></ToUserName><FromUserName><![CDATA[${openId}]]></FromUserName>
<CreateTime>1763700000</CreateTime><MsgType><![CDATA[text]]></MsgType>
<Content><![CDATA[${text}]]></Content><MsgId>${23_000_000 + messages}</MsgId></xml>`
    return visitor().send('POST', `/wechat?${makeWechatQuery()}`, { text: xml, type: 'text/xml' })
  }

  const account = () => {
    shared ??= join()
    return shared
  }
  return {
    bff,
    findings: bff.findings,
    visitor,
    stranger: () => ({ browser: visitor(), cookie: bff.strangeCookie() }),
    member: async () => (await account()).browser,
    async logIn() {
      const { email, password } = await account()
      const browser = visitor()
      await browser.ask('POST /oauth/emailLogin', { body: { email, password } })
      return browser
    },
    later: clock.later,
    reference: {
      upstream,
      provider,
      mailedCode: readMailedCode,
      newEmail: createEmail,
      join,
      writeToAccount,
      wechatQuery: makeWechatQuery,
    },
    async close() {
      await bff.close()
      await upstream.close()
      await provider.close()
    },
  }
}

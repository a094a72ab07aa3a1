import type { AddressInfo } from 'node:net'
import type { ServerFrame } from '@portal/contract/frames.ts'
import type { LoopDelay } from '#overload/loop-delay.ts'
import { type ChatClient, openChat } from './chat-client.ts'
import { makeSite, OWN_ORIGIN, type TestSite } from './make-site.ts'
import { createManualTimers, type ManualTimers } from './manual-timers.ts'
import { type StubChatUpstream, startStubChatUpstream } from './stub-chat-upstream.ts'

/** A listening site over an upstream with chat, with a clock of its own. */
export interface ChatSite {
  site: TestSite
  upstream: StubChatUpstream
  timers: ManualTimers
  /** `http://…` */
  address: string
  /** Logs in and returns the cookie. */
  logIn(userId: string): Promise<string>
  /** Opens a socket of our own page that has not received its first frame yet. */
  open(cookie?: string, options?: { origin?: string | null; isDeaf?: boolean }): ChatClient
  /** Opens a socket of this user that has received its first frame. */
  join(userId: string): Promise<ChatClient & { cookie: string; welcome: ServerFrame & { t: 'welcome' } }>
  close(): Promise<void>
}

interface Options {
  env?: Record<string, string>
  upstream?: StubChatUpstream
  isReference?: boolean
  hasSocket?: boolean
  loopDelay?: LoopDelay
}

export async function makeChatSite(options: Options = {}): Promise<ChatSite> {
  const { env = {}, isReference = true, hasSocket = false } = options
  const timers = createManualTimers()
  const upstream = options.upstream ?? (await startStubChatUpstream({ isReference, hasSocket, now: timers.now }))
  const site = await makeSite({
    env: { UPSTREAM_URL: upstream.origin, ...(upstream.wsUrl ? { UPSTREAM_WS_URL: upstream.wsUrl } : {}), ...env },
    now: timers.now,
    circuitNow: timers.now,
    timers,
    ...(options.loopDelay ? { loopDelay: options.loopDelay } : {}),
  })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`

  const chatSite: ChatSite = {
    site,
    upstream,
    timers,
    address,
    async logIn(userId) {
      const payload = { email: `${userId}@example.test`, password: 'p' }
      const reply = await site.app.inject({ method: 'POST', url: '/oauth/emailLogin', payload })
      return String(reply.headers['set-cookie']).split(';')[0] ?? ''
    },
    open: (cookie, given = {}) => openChat({ address, origin: OWN_ORIGIN, ...(cookie ? { cookie } : {}), ...given }),
    async join(userId) {
      const cookie = await chatSite.logIn(userId)
      const client = chatSite.open(cookie)
      const welcome = await client.next('welcome')
      return Object.assign(client, { cookie, welcome })
    },
    async close() {
      await site.close()
      if (!options.upstream) await upstream.stop()
    },
  }
  return chatSite
}

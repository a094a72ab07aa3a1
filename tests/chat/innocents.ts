import { setTimeout as wait } from 'node:timers/promises'
import { type Account, logIn } from './browser-login.ts'
import { type ChatClient, startChatClient } from './chat-client.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Two who chat with each other all the time, whatever others do. */
export interface Innocents {
  readonly clients: readonly ChatClient[]
  /** The longest that a message took from one to the other so far, ms. */
  readonly slowestMs: number
  /** They fall silent. Done when all they said is answered. */
  hush(): Promise<void>
  close(): Promise<void>
}

interface Options {
  siteUrl: string
  accounts: readonly [Account, Account]
  random: SeededRandom
}

/** Between two messages of one. ms. */
const PAUSE_MS = 50
const LOOK_MS = 10

export async function startInnocents({ siteUrl, accounts, random }: Options): Promise<Innocents> {
  const saidAtMs = new Map<string, number>()
  let slowestMs = 0
  let isHushed = false

  const clients = await Promise.all(
    accounts.map(async (account, at) => {
      const { userId: peerId } = accounts[1 - at] as Account
      return startChatClient({
        name: account.email.split('@')[0] ?? '',
        login: await logIn(siteUrl, account),
        peerIds: [peerId],
        siteUrls: [siteUrl],
        random: random.branch(account.email),
        onNews({ fromUserId, content }) {
          if (fromUserId === peerId) slowestMs = Math.max(slowestMs, Date.now() - (saidAtMs.get(content) ?? 0))
        },
      })
    }),
  )

  async function talk(client: ChatClient): Promise<void> {
    const {
      name,
      say,
      peerIds: [peerId = ''],
    } = client
    for (let count = 1; !isHushed; count += 1) {
      const content = `${name} 第 ${count} 句`
      saidAtMs.set(content, Date.now())
      say(peerId, content)
      // Else a slow machine would make a queue, and the queue the delay.
      while (client.said.at(-1)?.answer === null) await wait(LOOK_MS)
      await wait(PAUSE_MS)
    }
  }

  while (!clients.every(({ isSettled }) => isSettled)) await wait(LOOK_MS)
  const talking = clients.map(talk)

  return {
    clients,
    get slowestMs() {
      return slowestMs
    },
    async hush() {
      isHushed = true
      await Promise.all(talking)
      while (!clients.every(({ isSettled }) => isSettled)) await wait(LOOK_MS)
    },
    async close() {
      isHushed = true
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

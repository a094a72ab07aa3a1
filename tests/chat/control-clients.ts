import { setTimeout as wait } from 'node:timers/promises'
import { type Account, logIn } from './browser-login.ts'
import { type ChatClient, startChatClient } from './chat-client.ts'
import type { SeededRandom } from './seeded-random.ts'

/** Two clients that chat with each other during an attack by others. */
export interface ControlClients {
  readonly clients: readonly ChatClient[]
  /** Longest delivery so far, ms. */
  readonly slowestMs: number
  /** Resolves when every message that was sent has been acknowledged. */
  stopWriting(): Promise<void>
  close(): Promise<void>
}

interface Options {
  siteUrl: string
  accounts: readonly [Account, Account]
  random: SeededRandom
}

/** Pause between two messages of a client. ms. */
const PAUSE_MS = 50
const LOOK_MS = 10

export async function startControlClients({ siteUrl, accounts, random }: Options): Promise<ControlClients> {
  const saidAtMs = new Map<string, number>()
  let slowestMs = 0
  let isStopped = false

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
    for (let count = 1; !isStopped; count += 1) {
      const content = `${name} 第 ${count} 句`
      saidAtMs.set(content, Date.now())
      say(peerId, content)
      // A slow machine would otherwise build a queue, and the queue would cause the delay.
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
    async stopWriting() {
      isStopped = true
      await Promise.all(talking)
      while (!clients.every(({ isSettled }) => isSettled)) await wait(LOOK_MS)
    },
    async close() {
      isStopped = true
      await Promise.all(clients.map((client) => client.close()))
    },
  }
}

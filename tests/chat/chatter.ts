import { setTimeout as wait } from 'node:timers/promises'
import { type Account, logIn } from './browser-login.ts'
import { type ChatClient, startChatClient } from './chat-client.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A user with some tabs. */
export interface Chatter {
  name: string
  /** Names of the users it chats with; each of them lists this user too. */
  peers: readonly string[]
  /** Number of tabs of each login. */
  tabs: readonly number[]
}

interface Options {
  chatters: readonly Chatter[]
  /** Accounts in the order of the chatters. */
  accounts: readonly Account[]
  siteUrls: readonly string[]
  random: SeededRandom
}

/** Logs in all users and opens their tabs. Resolves when all are connected. */
export async function openTabs({ chatters, accounts, siteUrls, random }: Options): Promise<ChatClient[]> {
  const ids = new Map(chatters.map(({ name }, at) => [name, accounts[at]?.userId ?? '']))
  const clients: ChatClient[] = []
  for (const [at, { name, peers, tabs }] of chatters.entries()) {
    const peerIds = peers.map((peer) => ids.get(peer) ?? '')
    for (const [nth, count] of tabs.entries()) {
      const login = await logIn(random.pick(siteUrls), accounts[at] as Account)
      for (let tab = 1; tab <= count; tab += 1) {
        const tabName = `${name}.${nth + 1}${tab}`
        clients.push(startChatClient({ name: tabName, login, peerIds, siteUrls, random: random.branch(tabName) }))
      }
    }
  }
  while (!clients.every(({ isSettled }) => isSettled)) await wait(20)
  return clients
}

/** Pause between two messages of a tab: fewer per test than an instance keeps per user (512). ms. */
const PAUSE_MS = { least: 250, most: 900 }

/** Sends messages to random peers for this time, with some read marks and withdrawals. */
export async function chat(client: ChatClient, random: SeededRandom, spanMs: number): Promise<void> {
  const endMs = Date.now() + spanMs
  for (let count = 1; Date.now() < endMs; count += 1) {
    const peerId = random.pick(client.peerIds)
    client.say(peerId, `${client.name} 第 ${count} 条：绿松石 &amp; 和田玉`)
    if (random.chance(0.1)) client.markRead(random.pick(client.peerIds))
    if (random.chance(0.1)) client.withdrawLast()
    await wait(random.between(PAUSE_MS.least, PAUSE_MS.most))
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { type Account, logIn } from '../chat/browser-login.ts'
import type { ChatClient } from '../chat/chat-client.ts'
import { openChatLine } from '../chat/chat-line.ts'

/**
 * Sends messages from each client to its peer at an interval.
 * @param topic a text that differs from that of earlier talks, so that no content occurs twice
 * @param everyMs interval, long enough for fewer messages in all than an instance remembers per user (512)
 */
export function startTalk(clients: readonly ChatClient[], topic: string, everyMs: number) {
  let count = 0
  const timer = setInterval(() => {
    count += 1
    for (const client of clients) client.say(client.peerIds[0] ?? '', `${topic} ${client.name} 第 ${count} 条`)
  }, everyMs)
  return { end: () => clearInterval(timer) }
}

/** Keeps a socket open, reconnects when it closes, and records close codes. */
export function watchLine(url: string, account: Account) {
  const closes: number[] = []
  let isEnded = false
  let leave = () => {}
  async function hold(): Promise<void> {
    const login = await logIn(url, account)
    while (!isEnded) {
      const line = await openChatLine({ siteUrl: url, login, onFrame: () => undefined })
      if (typeof line === 'number') {
        closes.push(line)
        await wait(50)
        continue
      }
      leave = () => line.close()
      const code = await line.ended
      if (!isEnded) closes.push(code)
    }
  }
  const holding = hold()
  return {
    async end() {
      isEnded = true
      leave()
      await holding
      return closes
    },
  }
}

import http from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Member } from '../measuring/member-accounts.ts'

/** Number of answers to the previews of an attack by code of the envelope; 0 for no answer. */
type Answers = Map<number, number>

export interface Attack {
  answers: Answers
  /** Stops sending and aborts open requests. */
  end(): Promise<void>
}

const AT_ONCE = 6
/**
 * Pause before a refused preview is sent again: sending refused ones faster would only measure the limit of requests.
 * ms.
 */
const PAUSE_MS = 200

/** Starts a member who has six previews of the text running at any time. */
export function startAttack(url: string, member: Member, contentMd: string): Attack {
  const answers: Answers = new Map()
  const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const body = JSON.stringify({ contentMd })
  let isOver = false

  function preview(): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', cookie: member.cookie, 'x-forwarded-for': member.address }
      const request = http.request(`${url}/v1/article/preview`, { method: 'POST', agent, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => resolve(codeOf(Buffer.concat(chunks))))
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  async function keepAsking(): Promise<void> {
    while (!isOver) {
      const code = await preview().catch(() => 0)
      if (isOver) return
      answers.set(code, (answers.get(code) ?? 0) + 1)
      if (code !== 200) await delay(PAUSE_MS)
    }
  }

  const under = Promise.all(Array.from({ length: AT_ONCE }, keepAsking))
  return {
    answers,
    async end() {
      isOver = true
      agent.destroy()
      await under
    },
  }
}

/** Reads the code at the beginning of the envelope, which may be megabytes long. */
function codeOf(body: Buffer): number {
  return Number(/"code":(-?\d+)/.exec(body.toString('utf8', 0, 100))?.[1] ?? 0)
}

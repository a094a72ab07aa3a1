import { makeCertificateNo } from '../../../packages/contract/src/certificates/certificate-number.ts'
import { type Account, logIn } from '../../chat/browser-login.ts'
import type { Machine } from './machine-fleet.ts'

/** Number of Markdown files that an account may upload in an hour. Upstream counts them in the database, as `upload`. */
const UPLOADS_AN_HOUR = 200
/** Requests at a time at each machine, below what it takes of one account. */
const AT_ONCE = 3
/** Wrong lookups of a client without a proof of work: counted in Redis. */
const WRONG_LOOKUPS = 10
const BEYOND = 12
const CLIENT = '10.77.0.1'

/** Uploads more Markdown files than an account may, a third of them at each machine. @returns the number of each answer */
export async function countUploads(machines: readonly Machine[], account: Account) {
  const login = await logIn(machines[0]?.origin ?? '', account)
  const messages: string[] = []
  let sent = 0
  async function uploadSome({ origin }: Machine): Promise<void> {
    while (sent < UPLOADS_AN_HOUR + BEYOND) {
      sent += 1
      const body = new FormData()
      body.append('file', new Blob([`第 ${sent} 篇`]), '草稿.md')
      const answer = await fetch(`${origin}/v1/article/readMarkdownFile`, {
        method: 'POST',
        headers: login.headers,
        body,
      })
      messages.push(((await answer.json()) as { message: string }).message)
    }
  }
  await Promise.all(machines.flatMap((machine) => Array.from({ length: AT_ONCE }, () => uploadSome(machine))))
  return toCounts(messages)
}

/** Looks up more unknown certificates than a client may, at one machine after the other. @returns how many were answered */
export async function countWrongLookups(machines: readonly Machine[]): Promise<number> {
  const messages: string[] = []
  for (let nth = 0; nth < WRONG_LOOKUPS + BEYOND; nth += 1) {
    const { origin } = machines[nth % machines.length] as Machine
    const body = JSON.stringify({ certificateNo: makeCertificateNo('20991231', nth + 1), checkCode: '222222' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': CLIENT }
    const answer = await fetch(`${origin}/v1/certificate/check`, { method: 'POST', headers, body })
    messages.push(((await answer.json()) as { message: string }).message)
  }
  return toCounts(messages).成功 ?? 0
}

/** What `countUploads` must return on any number of machines. */
export const EXPECTED_UPLOADS = { 成功: UPLOADS_AN_HOUR, '请求过于频繁,稍后重试': BEYOND }
/** What `countWrongLookups` may return: one more is allowed after a minute. */
export const EXPECTED_LOOKUPS = [WRONG_LOOKUPS, WRONG_LOOKUPS + 1]

function toCounts(messages: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const message of messages) counts[message] = (counts[message] ?? 0) + 1
  return counts
}

import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createSignatoryRepository } from '../../apps/upstream/src/accounts/people/signatories.ts'
import { createSessionRepository } from '../../apps/upstream/src/accounts/sessions/session-repository.ts'
import { runWithDatabase } from '../../apps/upstream/src/platform/db/migrate.ts'
import { type BenchRow, getPercentile } from '../measuring/bench.ts'
import { listDeskFilters } from './desk-lists.ts'

const LIST_P99_MS = 30
const ROUNDS = 200
const WARM_UP = 5
const AT_ONCE = 50
const APPROVAL_MS = 1000
const PATH = '/v1/manage/certificates'
const [CLERK, SIGNATORY] = ['a'.repeat(32), 'b'.repeat(32)]
const YEAR_MS = 365 * 86_400_000

export interface DeskTokens {
  clerk: string
  signatory: string
}

/**
 * Adds two members of staff: one prepares, the other one signs turquoise.
 * @param dataDir data folder of a copy
 */
export async function addPeople(dataDir: string): Promise<DeskTokens> {
  return await runWithDatabase(`sqlite:${join(dataDir, 'portal.db')}`, async ({ db }) => {
    const at = Date.now()
    for (const [id, nickname, duty] of [
      [CLERK, '周观澜', 'certify'],
      [SIGNATORY, '顾怀瑾', 'approve'],
    ] as const) {
      const account_name = `${duty}@example.test`
      await db
        .insertInto('users')
        .values({
          id,
          account_name,
          email: account_name,
          nickname,
          signing_name: nickname,
          signing_name_folded: id,
          avatar: '',
          status: 1,
          role: 'editor',
          created_at: at,
        })
        .execute()
      await db.insertInto('duties').values({ user_id: id, duty, given_by: null, given_at: at }).execute()
    }
    const [validFrom, validTo] = [at - YEAR_MS, at + YEAR_MS].map((day) => new Date(day).toISOString().slice(0, 10))
    const record = {
      title: '高级工程师',
      categories: ['turquoise' as const],
      validFrom: validFrom ?? '',
      validTo: validTo ?? '',
    }
    await createSignatoryRepository({ db, now: Date.now }).add(SIGNATORY, record)
    const sessions = createSessionRepository({ db, now: Date.now })
    return { clerk: await sessions.create(CLERK, null, at), signatory: await sessions.create(SIGNATORY, null, at) }
  })
}

/**
 * Measures the list with each of its filters, one request after another with pauses, in turn; and the sizes of the
 * views.
 */
export async function measureLists(url: string, { clerk }: DeskTokens, count: number): Promise<BenchRow[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const paths = Object.entries(listDeskFilters(count)).map(([name, query]) => [
    `list: ${name}`,
    `?${new URLSearchParams(query)}`,
  ])
  paths.push(['counts of the views', '/counts'], ['issued on each of 84 days', '/days'])
  const times = new Map<string, number[]>()
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [name = '', path = ''] of paths) {
      const { ms } = await ask(agent, `${url}${PATH}${path}`, clerk)
      if (round >= 0) times.set(name, [...(times.get(name) ?? []), ms])
      // A server that is never idle would wait for its own garbage collection, and for its share of a busy machine.
      await delay(2 + ms / 2)
    }
  }
  agent.destroy()
  return [...times].map(([name, taken]) => {
    const p99 = getPercentile(taken, 0.99)
    const note = `p50 ${getPercentile(taken, 0.5).toFixed(1)}`
    return judgeRow({ name, value: p99, unit: 'ms p99', note }, p99 <= LIST_P99_MS, `at most ${LIST_P99_MS} ms`)
  })
}

/** Prepares and submits fifty texts one after another, and approves them together. */
export async function measureApproval(url: string, { clerk, signatory }: DeskTokens): Promise<BenchRow> {
  const agent = new http.Agent({ keepAlive: true })
  const call = async (token: string, method: string, path: string, body?: object) =>
    (await ask(agent, `${url}${PATH}${path}`, token, method, body)).data
  const ready: { path: string; body: object }[] = []
  for (let nth = 0; nth < AT_ONCE; nth += 1) {
    const { certificateNo } = await call(clerk, 'POST', '', { category: 'turquoise' })
    const saved = await call(clerk, 'PUT', `/${certificateNo}`, { revision: 1, form: FORM, answers: ANSWERS })
    await call(clerk, 'POST', `/${certificateNo}/submit`, { revision: saved.revision })
    const { pendingChange } = await call(signatory, 'GET', `/${certificateNo}`)
    const { revision, contentHash } = pendingChange as { revision: number; contentHash: string }
    ready.push({ path: `/${certificateNo}/approve`, body: { revision, contentHash } })
  }
  const startedAt = performance.now()
  await Promise.all(ready.map(({ path, body }) => call(signatory, 'POST', path, body)))
  const ms = performance.now() - startedAt
  agent.destroy()
  const row = { name: `approval of ${AT_ONCE} submitted certificates at once`, value: ms, unit: 'ms' }
  return judgeRow(row, ms < APPROVAL_MS, `under ${APPROVAL_MS} ms`)
}

const ANSWERS = [{ key: 'pictures||绿松石', text: '委托方不要求附图' }]
const FORM = {
  category: 'turquoise',
  fields: {
    conclusion: '绿松石',
    totalMassG: '12.50',
    refractiveIndex: '1.61（点测）',
    specificGravity: '2.76',
    standards: 'GB/T 16552、GB/T 16553',
    testedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
  },
  pictures: [],
}

/** Notes a missed target, which ends the bench with exit code 1. */
export function judgeRow(row: BenchRow, isMet: boolean, target: string): BenchRow {
  if (isMet) return row
  process.exitCode = 1
  return { ...row, note: `${row.note ? `${row.note}; ` : ''}target ${target}: missed` }
}

interface Asked {
  /** Time from the request until the answer was read. */
  ms: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of several calls
  data: any
}

function ask(agent: http.Agent, url: string, token: string, method = 'GET', body?: object): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const text = body && JSON.stringify(body)
    const headers = { authorization: token, ...(text && { 'content-type': 'application/json' }) }
    const request = http.request(url, { agent, method, headers }, (answer) => {
      let read = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        read += chunk
      })
      answer.on('error', reject).on('end', () => {
        const ms = performance.now() - startedAt
        const { code, message, data } = JSON.parse(read)
        if (code === 200) resolve({ ms, data })
        else reject(new Error(`${method} ${url} answered ${code}: ${message}`))
      })
    })
    request.on('error', reject)
    request.end(text)
  })
}

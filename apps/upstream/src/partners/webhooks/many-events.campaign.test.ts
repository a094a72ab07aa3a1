import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countRows } from '#platform/db/queries.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { type Bureau, openBureau } from '#testing/staff/bureau.ts'
import { addPartner } from '#testing/webhook-partner.ts'
import { createDeliveryRepository } from './delivery-repository.ts'
import { createEndpointRemoval, removeEndpoint } from './removed-endpoints.ts'

const EVENTS = 300_000
/** Longest statement, and longest wait of another request, ms: several times what two busy cores need. */
const HELD_MAX_MS = 1000
const OTHER = 'GET /v1/webSiteInfo'
/** Pause between two requests. */
const PAUSE_MS = 5

describeDatabases('an endpoint with hundreds of thousands of events', (make) => {
  let bureau: Bureau
  let endpoint: number
  beforeAll(async () => {
    bureau = await openBureau(make, { content: 'none' })
    const { db } = bureau.upstream
    const partner = await addPartner(db)
    // It is off, so that nothing is delivered meanwhile.
    const kept = { secret_sealed: '', version: 1, old_secret_until: 0, paused_until: 0, off_reason: 'staff' as const }
    const { id } = await db
      .insertInto('webhook_endpoints')
      .values({ partner_id: partner, address: 'https://hooks.example/in', ...kept, created_at: 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
    endpoint = id
    const numbers = sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${EVENTS})`
    await sql`insert into webhook_sequences (endpoint_id, certificate_no, sequence)
      ${numbers} select ${endpoint}, 'SH' || n, 1 from numbers`.execute(db)
    await sql`insert into webhook_events (endpoint_id, certificate_no, sequence, message_id, event, version, changed_on,
        state, attempts, began_at, due_at, created_at)
      ${numbers} select ${endpoint}, 'SH' || n, 1, 'msg_' || n, 'certificate.corrected', 2, '2026-11-20',
        'delivered', 1, 0, 0, 0 from numbers`.execute(db)
    await sql`insert into webhook_attempts (event_id, attempted_at, duration_ms, status, answer)
      select id, 0, 20, 204, '' from webhook_events`.execute(db)
    // The first request compiles what the others use.
    await ask(bureau.upstream, OTHER)
  }, 5 * MINUTE_MS)
  afterAll(() => bureau.close())

  /** The database, with the time of each statement, ms. */
  function timeStatements() {
    const taken: number[] = []
    const begun = new WeakMap<object, number>()
    const db = bureau.upstream.db.withPlugin({
      transformQuery({ node, queryId }) {
        begun.set(queryId, performance.now())
        return node
      },
      async transformResult({ result, queryId }) {
        taken.push(performance.now() - (begun.get(queryId) ?? 0))
        return result
      },
    })
    return { db, taken }
  }

  /** Sends other requests until the work is over. @returns the longest wait of one, ms */
  async function timeOthers(work: Promise<unknown>): Promise<number> {
    let [isOver, longestMs] = [false, 0]
    async function askOn(): Promise<void> {
      for (; !isOver; await pause(PAUSE_MS)) {
        const askedMs = performance.now()
        expect(await ask(bureau.upstream, OTHER)).toMatchObject({ code: 200 })
        longestMs = Math.max(longestMs, performance.now() - askedMs)
      }
    }
    const ended = work.finally(() => {
      isOver = true
    })
    await Promise.all([ended, askOn()])
    return longestMs
  }

  function expectShort(name: string, taken: readonly number[], longestMs: number): void {
    const statementMs = Math.max(...taken)
    const figures = [statementMs, longestMs].map(Math.round)
    process.stdout.write(`${name} ${EVENTS} events: longest statement and wait of others ${figures.join(' and ')} ms\n`)
    expect(statementMs).toBeLessThan(HELD_MAX_MS)
    expect(longestMs).toBeLessThan(HELD_MAX_MS)
  }

  it('repeats them all while other requests are answered', { timeout: 5 * MINUTE_MS }, async () => {
    const { db, taken } = timeStatements()
    const all = { from: 1, to: Number.MAX_SAFE_INTEGER }
    const repeated = createDeliveryRepository({ db, now: Date.now }).repeat(endpoint, all)
    expectShort('repeating', taken, await timeOthers(repeated))
    expect(await repeated).toBe(EVENTS)
  })

  it('is removed with them while other requests are answered', { timeout: 5 * MINUTE_MS }, async () => {
    const laterMs = Date.now() + HOUR_MS
    await removeEndpoint(bureau.upstream.db, endpoint, laterMs)
    const { db, taken } = timeStatements()
    const handlers = { endpointRemoval: createEndpointRemoval(db) }
    const jobs = createJobs({ db, now: () => laterMs, handlers, onError: (error) => expect.fail(error.message) })
    expectShort('removing', taken, await timeOthers(jobs.runDue()))
    for (const table of ['webhook_events', 'webhook_attempts', 'webhook_sequences', 'webhook_endpoints'] as const) {
      expect([table, await countRows(bureau.upstream.db.selectFrom(table))]).toEqual([table, 0])
    }
  })
})

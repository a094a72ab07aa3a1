import { setImmediate as breathe } from 'node:timers/promises'
import { type DeliveryState, WEBHOOK_MAX } from '@portal/contract/partners/webhook-rules.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

/** Maximum number of attempts of an event that a list shows. */
const LISTED_ATTEMPTS = 10
/** Events that one statement writes. */
const PIECE = 1000
/** Characters of an answer in a list. */
const ANSWER_CHARS = 300

interface Filter {
  state?: DeliveryState | undefined
  after?: number | undefined
}

/** Events of endpoints with their deliveries. */
export function createDeliveryRepository({ db, now }: { db: Db; now: () => number }) {
  async function listAttempts(events: readonly number[]) {
    if (events.length === 0) return []
    const numbered = db
      .selectFrom('webhook_attempts')
      .select(['id', 'event_id', 'attempted_at', 'duration_ms', 'status', 'problem'])
      .select(sql<string>`substr(answer, 1, ${sql.lit(ANSWER_CHARS)})`.as('answer'))
      .select(sql<number>`row_number() over (partition by event_id order by id desc)`.as('nth'))
      .where('event_id', 'in', [...events])
    return await db
      .selectFrom(numbered.as('attempt'))
      .selectAll()
      .where('nth', '<=', LISTED_ATTEMPTS)
      .orderBy('id', 'desc')
      .execute()
  }

  async function makeDue(events: readonly number[]): Promise<number> {
    if (events.length === 0) return 0
    const due = await db
      .updateTable('webhook_events')
      .set({ state: 'waiting', attempts: 0, due_at: now() })
      .where('id', 'in', [...events])
      .executeTakeFirst()
    return Number(due.numUpdatedRows)
  }

  return {
    /** Newest first. */
    async list(endpointId: number, { state, after }: Filter) {
      let rows = db.selectFrom('webhook_events').selectAll().where('endpoint_id', '=', endpointId)
      if (state) rows = rows.where('state', '=', state)
      if (after) rows = rows.where('id', '<', after)
      const found = await rows
        .orderBy('id', 'desc')
        .limit(WEBHOOK_MAX.deliveries + 1)
        .execute()
      const events = found.slice(0, WEBHOOK_MAX.deliveries)
      const attempts = Map.groupBy(await listAttempts(events.map(({ id }) => id)), (attempt) => attempt.event_id)
      return {
        events: events.map((event) => ({ ...event, attempts: attempts.get(event.id) ?? [] })),
        hasMore: found.length > events.length,
      }
    },

    /**
     * Makes events due, with three days anew. In pieces: a range may hold a million events, more than
     * one statement can write while others wait.
     * @returns how many
     */
    async repeat(endpointId: number, { from, to, state }: { from: number; to: number } & Filter): Promise<number> {
      const [first, end] = [Math.min(from, to), Math.max(from, to)]
      let count = 0
      for (let last = first - 1; ; ) {
        const piece = await db
          .selectFrom('webhook_events')
          .select(['id', 'state'])
          .where('endpoint_id', '=', endpointId)
          .where('id', '>', last)
          .where('id', '<=', end)
          .orderBy('id')
          .limit(PIECE)
          .execute()
        last = piece.at(-1)?.id ?? end
        count += await makeDue(piece.flatMap((event) => (state && event.state !== state ? [] : [event.id])))
        if (piece.length < PIECE) return count
        await breathe()
      }
    },
  }
}

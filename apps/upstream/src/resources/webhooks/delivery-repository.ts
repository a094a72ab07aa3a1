import { type DeliveryState, WEBHOOK_MAX } from '@portal/contract/manage/partners/webhook-rules.ts'
import { sql } from 'kysely'
import type { Db } from '#db/open.ts'

/** Attempts of an event that a list shows. */
const ATTEMPTS = 10
/** Characters of an answer in a list. */
const ANSWER_CHARS = 300

interface Filter {
  state?: DeliveryState | undefined
  after?: number | undefined
}

/** Events of endpoints with their deliveries. */
export function createDeliveryRepository({ db, now }: { db: Db; now: () => number }) {
  async function attemptsOf(events: readonly number[]) {
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
      .where('nth', '<=', ATTEMPTS)
      .orderBy('id', 'desc')
      .execute()
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
      const attempts = Map.groupBy(await attemptsOf(events.map(({ id }) => id)), (attempt) => attempt.event_id)
      return {
        events: events.map((event) => ({ ...event, attempts: attempts.get(event.id) ?? [] })),
        hasMore: found.length > events.length,
      }
    },

    /** Makes events due, with three days anew, unless they are being delivered. @returns how many */
    async repeat(endpointId: number, { from, to, state }: { from: number; to: number } & Filter): Promise<number> {
      let events = db
        .updateTable('webhook_events')
        .set({ state: 'waiting', attempts: 0, due_at: now(), taken_until: 0 })
        .where('endpoint_id', '=', endpointId)
        .where('id', '>=', Math.min(from, to))
        .where('id', '<=', Math.max(from, to))
        .where('taken_until', '<=', now())
      if (state) events = events.where('state', '=', state)
      return Number((await events.executeTakeFirst()).numUpdatedRows)
    },
  }
}

import { setTimeout as delay } from 'node:timers/promises'
import { SECOND_MS } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#platform/db/open.ts'
import type { Listener, Push, PushBus } from './push-bus.ts'

const CHANNEL = 'portal_push'
/** Name of the connection in `pg_stat_activity`. */
export const APPLICATION_NAME = 'portal-push'
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS
/** Interval and time limit of the check that the listening connection is alive. */
const PROBE_MS = 5 * SECOND_MS
const PROBE_TIMEOUT_MS = 3 * SECOND_MS
const RETRY_MIN_MS = 100
const RETRY_MAX_MS = 2 * SECOND_MS
const RELEASE_MS = 1 * SECOND_MS

interface Options {
  db: Db
  url: string
  /** Called when the listening connection was lost; it reconnects automatically. */
  onLost: (error: Error) => void
}

/** Validates a payload, because every user of the database can send on the channel. */
function pushFrom(payload: string | undefined): Push | undefined {
  try {
    const { kind, id, to, index } = JSON.parse(payload ?? '') as Partial<Push>
    const isWhole = (kind === 'message' || kind === 'notice') && typeof id === 'string' && Array.isArray(to)
    return isWhole ? { kind, id, to, ...(typeof index === 'number' && { index }) } : undefined
  } catch {
    return undefined
  }
}

/**
 * Sends NOTIFY inside the transaction, so that PostgreSQL delivers each push once, in the order of commits, and only
 * after a commit. Listens on a separate connection. Payloads contain ids and stay far below 8000 bytes.
 */
export async function openPostgresBus({ db, url, onLost }: Options): Promise<PushBus> {
  const closing = new AbortController()
  let listener: Listener | undefined
  let client: pg.Client | undefined

  /**
   * Connects.
   * @returns a promise that resolves when the connection has ended for any reason
   * @throws when it cannot be established
   */
  async function connect(): Promise<{ ended: Promise<Error> }> {
    const newClient = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
      application_name: APPLICATION_NAME,
      keepAlive: true,
    })
    const ended = new Promise<Error>((resolve) => {
      newClient.on('error', resolve)
      newClient.on('end', () => resolve(new Error('the connection was closed')))
    })
    newClient.on('notification', ({ payload }) => {
      const push = pushFrom(payload)
      if (push) listener?.receive(push)
    })
    try {
      await newClient.connect()
      await newClient.query(`listen ${CHANNEL}`)
    } catch (error) {
      void newClient.end().catch(() => {})
      throw error
    }
    client = newClient
    return { ended: Promise.race([ended, probe(newClient)]) }
  }

  /** Detects a peer that vanished without closing the connection. */
  async function probe(probed: pg.Client): Promise<Error> {
    try {
      for (;;) {
        await delay(PROBE_MS, undefined, { signal: closing.signal, ref: false })
        await probed.query('select 1')
      }
    } catch (error) {
      return error as Error
    }
  }

  /** Closes the connection with a short time limit: a dead peer never answers. */
  async function release(): Promise<void> {
    const released = client
    client = undefined
    const ended = released?.end().catch(() => {})
    await Promise.race([ended, delay(RELEASE_MS, undefined, { ref: false })])
  }

  async function keepListening(first: { ended: Promise<Error> }): Promise<void> {
    let ended = first.ended
    while (!closing.signal.aborted) {
      const error = await ended
      if (closing.signal.aborted) return
      onLost(error)
      void release()
      const next = await reconnect()
      if (!next) return
      ended = next.ended
      listener?.onMissed()
    }
  }

  async function reconnect(): Promise<{ ended: Promise<Error> } | undefined> {
    for (let waitMs = RETRY_MIN_MS; !closing.signal.aborted; waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)) {
      await delay(waitMs, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      if (closing.signal.aborted) return undefined
      const connected = await connect().catch(() => undefined)
      if (connected) return connected
    }
    return undefined
  }

  const listening = keepListening(await connect())

  return {
    async transaction(work) {
      return await db.transaction().execute((trx) =>
        work(trx, async ({ row: _row, ...push }) => {
          await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(push)})`.execute(trx)
        }),
      )
    },
    listen(added) {
      listener = added
    },
    async close() {
      closing.abort()
      listener = undefined
      await release()
      await listening
    },
  }
}

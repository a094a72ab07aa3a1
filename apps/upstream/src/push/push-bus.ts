import type { Message } from '@portal/contract/messages.ts'
import type { Transaction } from 'kysely'
import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'

/** Something was stored that open sockets are to hear of. Whoever pushes it without a `row` loads it as it is by then. */
export interface Push {
  kind: 'message' | 'notice'
  id: string
  /** Account ids of those whom it concerns. */
  to: readonly string[]
  /** Of a withdrawal: the sender's `index`, echoed. */
  index?: number
  /** As frames carry it, where who stored it has it at hand. Goes no further than this process. */
  row?: Message
}

type Work<T> = (trx: Transaction<Tables>, tell: (push: Push) => Promise<void>) => Promise<T>

export interface Hearing {
  hear(push: Push): void
  /** For a while pushes of other processes may have passed unheard. */
  missed(): void
}

/** Carries pushes to every process that serves the same database, this one included. */
export interface PushBus {
  /** Runs `work` in one transaction. What it tells is heard after the commit, in the order of commits; or never. */
  transaction<T>(work: Work<T>): Promise<T>
  /** At most one hears. */
  listen(hearing: Hearing): void
  close(): Promise<void>
}

/** SQLite has one server, so that nobody else is to be told. */
export function createLocalBus(db: Db): PushBus {
  let hearing: Hearing | undefined
  return {
    async transaction(work) {
      const told: Push[] = []
      const result = await db.transaction().execute((trx) => work(trx, async (push) => void told.push(push)))
      for (const push of told) hearing?.hear(push)
      return result
    },
    listen(listening) {
      hearing = listening
    },
    async close() {
      hearing = undefined
    },
  }
}

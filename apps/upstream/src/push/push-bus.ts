import type { Message } from '@portal/contract/messages.ts'
import type { Transaction } from 'kysely'
import type { Db } from '#db/open.ts'
import type { Tables } from '#db/tables.ts'

/** A stored change for open sockets. Without `row` the pusher loads its current state. */
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
  /** Pushes of other processes may have been lost for a while. */
  missed(): void
}

/** Carries pushes to every process that serves the same database, this one included. */
export interface PushBus {
  /** Runs `work` in one transaction. Its pushes are delivered after the commit, in the order of commits, or never. */
  transaction<T>(work: Work<T>): Promise<T>
  /** At most one listener. */
  listen(hearing: Hearing): void
  close(): Promise<void>
}

/** SQLite has one server, so there are no other processes. */
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

import type { Message } from '@portal/contract/community/messages.ts'
import type { Transaction } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

/** A stored change that is pushed to open sockets. Without `row` the pusher loads its current state. */
export interface Push {
  kind: 'message' | 'notice'
  id: string
  /** Ids of the accounts that receive it. */
  to: readonly string[]
  /** Index of a withdrawal, which the sender chose and gets back. */
  index?: number
  /** The message in the form of frames, when the sender has it already. It is not sent to other processes. */
  row?: Message
}

type Work<T> = (trx: Transaction<Tables>, send: (push: Push) => Promise<void>) => Promise<T>

export interface Listener {
  receive(push: Push): void
  /** Called when pushes of other processes may have been lost. */
  onMissed(): void
}

/** Delivers pushes to every process that serves the same database, this one included. */
export interface PushBus {
  /** Runs `work` in one transaction. Its pushes are delivered after the commit, in the order of commits, or never. */
  transaction<T>(work: Work<T>): Promise<T>
  /** Sets the listener, of which there is one. */
  listen(listener: Listener): void
  close(): Promise<void>
}

/** Creates the bus of SQLite, which has a single server process. */
export function createLocalBus(db: Db): PushBus {
  let listener: Listener | undefined
  return {
    async transaction(work) {
      const pushes: Push[] = []
      const result = await db.transaction().execute((trx) => work(trx, async (push) => void pushes.push(push)))
      for (const push of pushes) listener?.receive(push)
      return result
    },
    listen(added) {
      listener = added
    },
    async close() {
      listener = undefined
    },
  }
}

import { randomUUID } from 'node:crypto'
import { type ChatCaller, isSessionOver } from '../chat-upstream.ts'
import type { Listener } from '../relay-dependencies.ts'

/** Asks upstream in the name of a user who may be logged in more than once. */
export interface SourceCaller {
  /** Any session that upstream is not known to have forgotten; null when there is none. */
  current(): ChatCaller | null
  /** Upstream does not know this session. */
  forget(token: string): void
  /**
   * What `work` gives with any session that upstream knows; null when there is none.
   * @throws AppError what upstream answered, 401 excepted
   */
  ask<T>(work: (caller: ChatCaller) => Promise<T>): Promise<T | null>
}

/** Nobody's request: the site asks by itself. */
const OWN_ADDRESS = '127.0.0.1'

export function createSourceCaller({ session, endSession }: Pick<Listener, 'session' | 'endSession'>): SourceCaller {
  // It may take a moment until its sockets are closed.
  let forgotten: string | null = null

  function current(): ChatCaller | null {
    const known = session()
    if (!known || known.token === forgotten) return null
    return { session: known, address: OWN_ADDRESS, requestId: randomUUID() }
  }

  function forget(token: string): void {
    forgotten = token
    endSession(token)
  }

  return {
    current,
    forget,
    async ask(work) {
      for (let caller = current(); caller; caller = current()) {
        try {
          return await work(caller)
        } catch (error) {
          if (!isSessionOver(error)) throw error
          forget(caller.session.token)
        }
      }
      return null
    },
  }
}

import { randomUUID } from 'node:crypto'
import { type ChatCaller, isSessionOver } from '../chat-upstream.ts'
import type { Listener } from '../relay-dependencies.ts'

/** Client address of calls that the BFF makes by itself. */
const SITE_ADDRESS = '127.0.0.1'

export type SourceCaller = ReturnType<typeof createSourceCaller>

/** Calls upstream for a user who may be logged in more than once. */
export function createSourceCaller({ session, endSession }: Pick<Listener, 'session' | 'endSession'>) {
  /** Token that upstream has rejected; its sockets may not be closed yet. */
  let endedToken: string | null = null

  /** Returns a session that upstream has not rejected; `null` when none is left. */
  function findSession(): ChatCaller | null {
    const known = session()
    if (!known || known.token === endedToken) return null
    return { session: known, address: SITE_ADDRESS, requestId: randomUUID() }
  }

  return {
    findSession,
    /**
     * Calls upstream with any session that it accepts; returns `null` when none is left.
     * @throws AppError as upstream's call does, 401 excepted
     */
    async call<T>(work: (caller: ChatCaller) => Promise<T>): Promise<T | null> {
      for (let caller = findSession(); caller; caller = findSession()) {
        try {
          return await work(caller)
        } catch (error) {
          if (!isSessionOver(error)) throw error
          endedToken = caller.session.token
          endSession(endedToken)
        }
      }
      return null
    },
  }
}

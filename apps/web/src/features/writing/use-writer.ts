import { useState } from 'react'
import { useSession } from '#lib/session.ts'

export interface Writer {
  /** Of the account, `null` for a visitor. */
  id: string | null
  /** Counts: with another one, everything begins anew from what is kept and stored. */
  session: number
  /** Begins anew. */
  begin: () => void
}

/**
 * Who writes; `null` until that is known. Whoever is logged out while writing, by a 401 for instance, stays the writer:
 * the text is still there, and still theirs, when they log in again. Another account begins anew, and so does a visitor
 * who logs in, with what was written before.
 */
export function useWriter(): Writer | null {
  const userId = useSession(({ user }) => user?.id ?? null)
  const isKnown = useSession(({ status }) => status === 'ready')
  const [writer, setWriter] = useState<Omit<Writer, 'begin'> | null>(null)
  if (writer === null && (isKnown || userId !== null)) setWriter({ id: userId, session: 0 })
  if (writer !== null && userId !== null && userId !== writer.id) setWriter({ id: userId, session: writer.session + 1 })
  if (writer === null) return null
  return { ...writer, begin: () => setWriter({ id: writer.id, session: writer.session + 1 }) }
}

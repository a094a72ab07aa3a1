import { type Checkpoint, readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import { readLocalItem, writeLocalItem } from '#lib/browser-storage.ts'
import { SEEN_KEY } from './seen-log.ts'

/** The checkpoint that this browser verified last; the log must continue it. */
export interface SeenCheckpoint {
  /** The signed note. */
  note: string
  /** Verifier key that the log had at the first check. */
  key: string
  /** Day of the first check, `yyyy-MM-dd`. */
  day: string
  /** Size of the log at the first check. */
  firstSize: number
  /** Number of checks so far. */
  checks: number
}

/** A stored checkpoint with its note parsed. */
export type ReadSeen = SeenCheckpoint & { checkpoint: Checkpoint }

/** @returns `undefined` when nothing was stored, or the stored value is invalid */
export function readSeen(): ReadSeen | undefined {
  const stored = parseSeen(readLocalItem(SEEN_KEY))
  const note = stored && readNote(stored.note)
  const checkpoint = note && readCheckpoint(note.text)
  return checkpoint && stored && { ...stored, checkpoint }
}

function parseSeen(text: string | null): SeenCheckpoint | undefined {
  try {
    const { note, key, day, firstSize, checks } = JSON.parse(text ?? 'null') as Partial<SeenCheckpoint>
    if (typeof note !== 'string' || typeof key !== 'string' || typeof day !== 'string') return undefined
    if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !isCount(firstSize) || !isCount(checks)) return undefined
    return { note, key, day, firstSize, checks }
  } catch {
    return undefined
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/**
 * Stores a checkpoint that continues `before`.
 * @returns `false` when the browser has no storage
 */
export function writeSeen(seen: SeenCheckpoint, before: SeenCheckpoint | undefined): boolean {
  const { note, key, day, firstSize, checks } = seen
  // Another tab has stored a checkpoint meanwhile, which was not compared with this one and must not be overwritten.
  if (readSeen()?.note !== before?.note) return true
  const text = JSON.stringify({ note, key, day, firstSize, checks })
  writeLocalItem(SEEN_KEY, text)
  return readLocalItem(SEEN_KEY) === text
}

import { SECOND_MS } from '@portal/contract/constants.ts'
import type { DraftStore } from './draft-store.ts'
import type { KeptDraft } from './kept-draft.ts'

/** After the first change that is not kept yet; at most twice of it is ever lost. */
const DELAY_MS = 0.8 * SECOND_MS

export type KeepingState =
  | { name: 'idle' }
  | { name: 'kept'; savedAt: number }
  /** Another tab has kept a version that this one does not know. */
  | { name: 'overtaken' }
  /** There is no room, or the browser refuses. */
  | { name: 'failed' }

export type Draft = Omit<KeptDraft, 'key' | 'savedAt'>

export interface DraftKeeper {
  /** Keeps this soon, and before it anything older. */
  keep(draft: Draft): void
  /** Keeps what waits, now. */
  flush(): Promise<void>
  /** Keeps the text of what waits before this returns: the page is being left. */
  rescue(): void
  /** Forgets the draft, and what waits. */
  drop(): Promise<void>
  /** Goes on under another key, with what is kept there to be replaced. */
  moveTo(key: string, replaced: number | null): Promise<void>
  /** What is kept there now may be replaced: it was read, or its loss was agreed to. */
  agree(savedAt: number | null): void
  /** Keeps no more. */
  stop(): void
}

export interface KeeperOptions {
  store: DraftStore
  key: string
  /** Of the version that was read, `null` for none. */
  replaced: number | null
  onState: (state: KeepingState) => void
  now?: () => number
}

/** Keeps what is written on the device, within 2 s of a change and one save at a time. */
export function createDraftKeeper({ store, key, replaced, onState, now = Date.now }: KeeperOptions): DraftKeeper {
  let waiting: Draft | null = null
  /** On its way to the store. */
  let saving: Draft | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let tail: Promise<void> = Promise.resolve()
  let isStopped = false

  function inOrder(work: () => Promise<void>): Promise<void> {
    tail = tail.then(work, work)
    return tail
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    return inOrder(async () => {
      const draft = waiting
      if (!draft) return
      waiting = null
      saving = draft
      const savedAt = nextInstant()
      try {
        const isKept = await store.save({ ...draft, key, savedAt }, replaced)
        if (isKept) replaced = savedAt
        // It is on the screen, and kept again when the writer has chosen.
        else waiting ??= draft
        onState(isKept ? { name: 'kept', savedAt } : { name: 'overtaken' })
      } catch {
        waiting ??= draft
        onState({ name: 'failed' })
      }
      saving = null
    })
  }

  function nextInstant(): number {
    return Math.max(now(), (replaced ?? 0) + 1)
  }

  return {
    keep(draft) {
      if (isStopped) return
      waiting = draft
      timer ??= setTimeout(() => void flush(), DELAY_MS)
    },
    flush,
    rescue() {
      const draft = waiting ?? saving
      if (draft && !isStopped) store.rescue({ ...draft, key, savedAt: nextInstant() })
    },
    drop() {
      clearTimeout(timer)
      timer = undefined
      return inOrder(async () => {
        waiting = null
        replaced = null
        await store.remove(key).catch(() => undefined)
        onState({ name: 'idle' })
      })
    },
    moveTo(nextKey, nextReplaced) {
      return inOrder(async () => {
        const before = key
        key = nextKey
        replaced = nextReplaced
        await store.remove(before).catch(() => undefined)
      })
    },
    agree(savedAt) {
      replaced = savedAt
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

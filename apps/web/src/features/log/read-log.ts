import { SECOND_MS } from '@portal/contract/constants.ts'
import type { Following } from '#domain/log/follow-log.ts'

/** Knowledge of this browser about the log now. `absent`: the site has no log. */
export type LogState = { kind: 'waiting' | 'absent' | 'unreachable' } | ReadLog

interface ReadLog {
  kind: 'read'
  /**
   * Result of the check; `null` when it was impossible, because browsers have Web Crypto on secure connections only.
   */
  following: Following | null
  /** The signed note as it was served. */
  note: string
  /** Verifier key of the log; `null` when the checkpoint is not signed with it. */
  key: string | null
  /** Time of reading, epoch ms. */
  readAtMs: number
}

/** Time for which caches may serve an older checkpoint. */
const CACHED_MS = 2 * SECOND_MS
const ATTEMPTS = 3

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Reads the newest checkpoint and checks that it continues the one that this browser stored last.
 * @throws the reason of `signal`
 */
export async function readLog(signal: AbortSignal, wait = pause): Promise<LogState> {
  const [{ followLog }, { LogUnreachable, openSiteLog: siteLog }, { readSeen }] = await Promise.all([
    import('#domain/log/follow-log.ts'),
    import('#domain/log/log-files.ts'),
    import('#domain/log/seen-checkpoint.ts'),
  ])
  const files = siteLog(signal)
  const readAtMs = Date.now()
  try {
    if (!globalThis.crypto?.subtle) {
      const [note, key] = await Promise.all([files.checkpoint(), files.key()])
      return { kind: 'read', following: null, note, key, readAtMs }
    }
    let following = await followLog(files, readAtMs)
    // Another instance has cached a checkpoint older than the stored one.
    for (let attempt = 1; following.kind === 'behind' && attempt < ATTEMPTS; attempt += 1) {
      await wait(CACHED_MS)
      following = await followLog(files, Date.now())
    }
    if (following.kind !== 'followed') return { kind: 'read', following, note: following.note, key: null, readAtMs }
    return { kind: 'read', following, note: following.note.whole, key: following.key, readAtMs }
  } catch (reason) {
    if (signal.aborted) throw signal.reason
    const isMissing = reason instanceof LogUnreachable && reason.status === 404
    // A missing log is only `absent` for a browser that has never read it.
    return { kind: isMissing && !readSeen() ? 'absent' : 'unreachable' }
  }
}

import { createNoteSigner } from '@portal/contract/tlog/note-signing.ts'
import { formatVerifierKey } from '@portal/contract/tlog/signed-notes.ts'
import { computeTileWidth, TILE_WIDTH, type Tile, writeBundle } from '@portal/contract/tlog/tile-paths.ts'
import type { Db } from '#platform/db/open.ts'
import { logUnreadable } from '#platform/errors.ts'
import { type KeyOptions, loadSeed } from './log-key.ts'
import { type LogState, readLogState } from './log-signer.ts'
import { readEntries, readHashes } from './stored-hashes.ts'

export type LogFiles = ReturnType<typeof createLogFiles>

/**
 * Refuses while the log is stopped, because the database may have only a part of what others have seen, or something
 * else.
 * @throws AppError
 */
function refuseStopped({ stopped }: Pick<LogState, 'stopped'>): void {
  if (stopped !== null) throw logUnreadable()
}

/** Files of the log for others: only what the newest checkpoint covers. A missing file is `undefined`. */
export function createLogFiles(options: KeyOptions) {
  const { db } = options
  return {
    /** Reads the signed note with the lines of witnesses. */
    async readCheckpoint(): Promise<string | undefined> {
      const { checkpoint, cosignatures, stopped } = await readLogState(db)
      refuseStopped({ stopped })
      return checkpoint === null ? undefined : checkpoint + cosignatures
    },

    /** Reads the verifier key, one line. @throws LogFault when the key is missing */
    async readKey(): Promise<string | undefined> {
      const { origin, checkpoint, stopped } = await readLogState(db)
      refuseStopped({ stopped })
      if (origin === null || checkpoint === null) return undefined
      const { key } = await createNoteSigner(origin, loadSeed(options, true))
      return `${formatVerifierKey(key)}\n`
    },

    /** Reads a tile of any width up to the present one. @throws LogFault when a hash is missing */
    async readTile({ level, index, width }: Tile): Promise<Buffer | undefined> {
      const { signed_size: size, stopped } = await readLogState(db)
      refuseStopped({ stopped })
      return width > computeTileWidth(size, level, index) ? undefined : await readTile(db, { level, index, width })
    },
  }
}

async function readTile(db: Db, { level, index, width }: Tile): Promise<Buffer> {
  const span = { from: index * TILE_WIDTH, count: width }
  if (level === 'entries') return Buffer.from(writeBundle(await readEntries(db, span)))
  return Buffer.concat(await readHashes(db, level, span))
}

import { createNoteSigner } from '@portal/contract/tlog/note-signing.ts'
import { formatVerifierKey } from '@portal/contract/tlog/signed-notes.ts'
import { computeTileWidth, TILE_WIDTH, type Tile, writeBundle } from '@portal/contract/tlog/tile-paths.ts'
import type { Db } from '#platform/db/open.ts'
import { logUnreadable } from '#platform/errors.ts'
import { type KeyOptions, loadSeed } from './log-key.ts'
import { type LogState, readLogState } from './log-signer.ts'
import { readEntries, readHashes } from './stored-hashes.ts'

export type LogFiles = ReturnType<typeof createLogFiles>

/** @throws AppError while the log is stopped: what the database has is no more than a part of what others have seen, or not the same */
function refuseStopped({ stopped }: Pick<LogState, 'stopped'>): void {
  if (stopped !== null) throw logUnreadable()
}

/** What others may read of the log: only what the newest checkpoint covers. `undefined`: there is no such file. */
export function createLogFiles(options: KeyOptions) {
  const { db } = options
  return {
    /** The signed note with the lines of witnesses. */
    async checkpoint(): Promise<string | undefined> {
      const { checkpoint, cosignatures, stopped } = await readLogState(db)
      refuseStopped({ stopped })
      return checkpoint === null ? undefined : checkpoint + cosignatures
    },

    /** The verifier key, one line. @throws LogFault when the key is missing */
    async key(): Promise<string | undefined> {
      const { origin, checkpoint, stopped } = await readLogState(db)
      refuseStopped({ stopped })
      if (origin === null || checkpoint === null) return undefined
      const { key } = await createNoteSigner(origin, loadSeed(options, true))
      return `${formatVerifierKey(key)}\n`
    },

    /** Any width up to the present one. @throws LogFault when a hash is missing */
    async tile({ level, index, width }: Tile): Promise<Buffer | undefined> {
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

import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SEED_BYTES = 32
const BUSY_TIMEOUT_MS = 5000

export interface Cosigned {
  size: number
  /** Root hash, base64. */
  root: string
  /** The signed note with the witness's own line. */
  note: string
}

export type WitnessStore = ReturnType<typeof openWitnessStore>

/**
 * Opens the key and last checkpoints of a witness, in one file, so that neither can be lost without the other. Several
 * processes may use it at the same time.
 */
export function openWitnessStore(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, 'witness.db')
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  chmodSync(file, 0o600)
  // There is no separate log file, and the folder's entry is synced too: committed data survives a power cut.
  database.exec('pragma journal_mode = delete; pragma synchronous = extra')
  database.exec('create table if not exists identity (id integer primary key, name text not null, seed blob not null)')
  database.exec(`create table if not exists checkpoints
    (origin text primary key, size integer not null, root text not null, note text not null)`)

  return {
    file,

    /**
     * Returns the key; generates it the first time.
     * @returns `undefined` when there is none and no name for one
     */
    identity(name: string | undefined): { name: string; seed: Uint8Array } | undefined {
      if (name !== undefined) {
        const insert = database.prepare('insert into identity (id, name, seed) values (1, ?, ?) on conflict do nothing')
        insert.run(name, randomBytes(SEED_BYTES))
      }
      const row = database.prepare('select name, seed from identity').get()
      return row && { name: String(row.name), seed: row.seed as Uint8Array }
    },

    /** Returns the last cosigned checkpoint. */
    find(origin: string): Cosigned | undefined {
      const row = database.prepare('select size, root, note from checkpoints where origin = ?').get(origin)
      return row && { size: Number(row.size), root: String(row.root), note: String(row.note) }
    },

    /**
     * Replaces the last cosigned checkpoint, which is on the disk when this returns.
     * @param before checkpoint that the new one was compared with
     * @returns `false` when another request was faster
     */
    replace(origin: string, before: Cosigned | undefined, { size, root, note }: Cosigned): boolean {
      const statement = before
        ? database
            .prepare('update checkpoints set size = ?, root = ?, note = ? where origin = ? and size = ? and root = ?')
            .run(size, root, note, origin, before.size, before.root)
        : database
            .prepare('insert into checkpoints (size, root, note, origin) values (?, ?, ?, ?) on conflict do nothing')
            .run(size, root, note, origin)
      return statement.changes === 1
    },

    close: () => database.close(),
  }
}

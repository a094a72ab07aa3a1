import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { TILE_WIDTH } from '@portal/contract/tlog/tile-paths.ts'
import type { Selectable } from 'kysely'
import { ASIDE, DATABASE_FILE } from '#backup/stored-files.ts'
import { CommandError } from '#platform/commands/command-error.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { LogCopy } from './log-copy.ts'

type Row<T extends keyof Tables> = Selectable<Tables[T]>

/** An entry with its record. */
export interface FormerEntry
  extends Pick<Row<'log_entries'>, 'idx' | 'entry' | 'certificate_no' | 'record_id' | 'seal'>,
    Pick<Row<'log_records'>, 'kind' | 'format' | 'note' | 'made_at'> {
  /** `null`: the entry has no record. */
  salt: string | null
  text: string | null
  /** Reason why it has no record; `null` when it has one. */
  entryNote: string | null
}
export type FormerVersion = Pick<Row<'certificate_versions'>, 'version' | 'body' | 'imported_at' | 'reason'>
type FormerCertificate = Pick<Row<'certificates'>, 'check_code_hash' | 'code_sealed' | 'noticed_on' | 'imported_at'>

export type FormerDatabase = NonNullable<ReturnType<typeof openFormer>>

/**
 * Opens the database that `npm run restore` has replaced, read-only. Of several, it is the newest with the most entries
 * of the public log. None of its content is verified.
 */
export function openFormer(dataDir: string) {
  const folders = readdirSync(dataDir).filter((name) => name.startsWith(ASIDE))
  const found = folders
    .sort()
    .toReversed()
    .flatMap((name) => open(join(dataDir, name)) ?? [])
    .toSorted((one, other) => other.size - one.size)
  for (const { close } of found.slice(1)) close()
  return found[0]
}

/** Opens the database of a folder; `undefined` when there is none, or it is unreadable. */
function open(folder: string) {
  const file = join(folder, DATABASE_FILE)
  if (!existsSync(file)) return undefined
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return read(folder, database)
  } catch (error) {
    database.close()
    if ((error as NodeJS.ErrnoException).code === 'ERR_SQLITE_ERROR') return undefined
    throw error
  }
}

function read(folder: string, database: DatabaseSync) {
  const { size } = database.prepare('select size from log_state').get() as { size: number }
  const bundle = database.prepare('select entry from log_entries where idx >= ? and idx < ? order by idx')
  const entries = database.prepare(
    `select entry.idx, entry.entry, entry.certificate_no, entry.record_id, entry.seal,
       record.kind, record.salt, record.text, record.format, record.note, record.made_at, entry.note as entryNote
     from log_entries as entry left join log_records as record on record.id = entry.record_id
     where entry.idx >= ? and entry.idx < ? order by entry.certificate_no, entry.idx`,
  )
  const versions = database.prepare(
    'select version, body, imported_at, reason from certificate_versions where certificate_no = ?',
  )
  const certificate = database.prepare(
    'select check_code_hash, code_sealed, noticed_on, imported_at from certificates where certificate_no = ?',
  )
  const copy: LogCopy = {
    // A replaced database has no checkpoint here, because the mark file states the newest one.
    readCheckpoint: async () => undefined,
    async readBundle(index, width) {
      const rows = bundle.all(index * TILE_WIDTH, index * TILE_WIDTH + width) as { entry: string }[]
      if (rows.length === width) return rows.map(({ entry }) => Buffer.from(entry, 'base64'))
      throw new CommandError(`${folder} has ${size} entries alone: give --from URL|FOLDER. Nothing was changed.`)
    },
  }
  return {
    folder,
    size,
    copy,
    /** Reads `count` entries from an index on, grouped by number. */
    entries: (from: number, count: number) =>
      entries.iterate(from, from + count) as Iterable<unknown> as Iterable<FormerEntry>,
    listVersions: (certificateNo: string) => versions.all(certificateNo) as unknown[] as FormerVersion[],
    certificate: (certificateNo: string) => certificate.get(certificateNo) as FormerCertificate | undefined,
    close: () => database.close(),
  }
}

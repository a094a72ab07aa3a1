import { randomBytes } from 'node:crypto'
import { sealEntry } from '#log/entry-seal.ts'
import { computeSha256 } from '#log/log-hashing.ts'
import { toLogEntry } from '#log/log-record.ts'
import type { Db } from '#platform/db/open.ts'
import { type Digest, digestWith } from '#platform/secrets/instance-secret.ts'

const AT_ONCE = 1000

/** Digest of an installation that has only a database. */
export const TEST_DIGEST = digestWith(Buffer.alloc(32, 2))

/** A database, and the digest of its installation. */
interface Sealing {
  db: Db
  digest: Digest
}

/** Makes entry `index` of section 4.3 of the research note: SHA-256 of "entry 0" and so on. */
export const makePlainEntry = (index: number) => computeSha256(Buffer.from(`entry ${index}`)).toString('base64')

/** Appends entries without content. */
export async function addPlainEntries({ db, digest }: Sealing, count: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { size } = await trx.selectFrom('log_state').select('size').executeTakeFirstOrThrow()
    for (let from = size; from < size + count; from += AT_ONCE) {
      const length = Math.min(AT_ONCE, size + count - from)
      const rows = Array.from({ length }, (_, at) => {
        const row = { entry: makePlainEntry(from + at), certificate_no: '', record_id: null }
        return { idx: from + at, ...row, seal: sealEntry(digest, row) }
      })
      await trx.insertInto('log_entries').values(rows).execute()
    }
    await trx
      .updateTable('log_state')
      .set({ size: size + count })
      .execute()
  })
}

/** Appends an entry with its record. @param prev previous entry in its text @returns the index */
export async function addEntry({ db, digest }: Sealing, text: string, prev: number | null = null): Promise<number> {
  return await db.transaction().execute(async (trx) => {
    const counted = trx.updateTable('log_state').set((eb) => ({ size: eb('size', '+', 1) }))
    const idx = (await counted.returning('size').executeTakeFirstOrThrow()).size - 1
    const salt = randomBytes(32).toString('base64')
    const certificate_no = 'SH20261103001285'
    const about = { certificate_no, version: 1, kind: 'publish', import_id: 0, made_at: 0 } as const
    const { id } = await trx
      .insertInto('log_records')
      .values({ ...about, prev, salt, format: 1, text, note: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = { entry: toLogEntry(salt, text), certificate_no, record_id: id }
    await trx
      .insertInto('log_entries')
      .values({ idx, ...row, seal: sealEntry(digest, row) })
      .execute()
    return idx
  })
}

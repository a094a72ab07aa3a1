import { type AuditRow, computeKeyedHash } from '#platform/audit/audit-log.ts'
import { ConfigError } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from './instance-secret.ts'

const OTHER_KEY =
  'INSTANCE_KEY (or INSTANCE_KEY_FILE; without both, upstream.key in DATA_DIR) is not the key of this database, so what it writes would not fit the ' +
  'audit log, and it could check no code of a certificate. Take the key of the other machines, or of the backup. If that key is lost for good: ' +
  '`npm run admin -- audit-accept`, then start again.'

/** Digest of the key itself, which the database stores. */
const makeKeyMark = (digest: Digest) => digest('instance-key')

/**
 * Compares the key of this process with that of the database. The first process to come gives the database its key: of several that start
 * together, one. A database of an earlier release gets it from a process whose key made the newest entry of the audit log.
 * @throws ConfigError for another key
 */
export async function claimKey(db: Db, digest: Digest): Promise<void> {
  const mark = { name: 'key' as const, value: makeKeyMark(digest) }
  if ((await readKeyMark(db)) === undefined && (await canContinueLog(db, digest))) {
    await db
      .insertInto('instance')
      .values(mark)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if ((await readKeyMark(db)) !== mark.value) throw new ConfigError(OTHER_KEY)
}

/** Returns whether this is the key of the database, or may become it. */
export async function hasKey(db: Db, digest: Digest): Promise<boolean> {
  const mark = await readKeyMark(db)
  return mark === undefined ? await canContinueLog(db, digest) : mark === makeKeyMark(digest)
}

/** Makes this key that of the database, for an operator who has lost the former one. */
export async function replaceKey(trx: Db, digest: Digest): Promise<void> {
  const value = makeKeyMark(digest)
  await trx
    .insertInto('instance')
    .values({ name: 'key', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

async function readKeyMark(db: Db): Promise<string | undefined> {
  const found = await db.selectFrom('instance').select('value').where('name', '=', 'key').executeTakeFirst()
  return found?.value
}

/** Returns whether the newest entry of the audit log was made with this key, or there is none. */
async function canContinueLog(db: Db, digest: Digest): Promise<boolean> {
  const newest = await db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return !newest || newest.hash === computeKeyedHash(digest, newest.previous_hash, newest satisfies AuditRow)
}

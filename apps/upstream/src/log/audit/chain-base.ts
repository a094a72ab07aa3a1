import { hash } from 'node:crypto'
import { type AuditRow, makeHashedText } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/** Entries before the keyed chain, which an operator has accepted without a check. */
export interface ChainBase {
  entries: number
  /** SHA-256 of their content without a key, hex. */
  content: string
  /** Hash of the last one as it is stored. The next entry continues it. */
  head: string
  /** Index in the public log. Earlier heads belong to another state of the audit log. */
  logFrom: number
}

export const NO_BASE: ChainBase = { entries: 0, content: '', head: '', logFrom: 0 }

export const computePlainHash = (previous: string, row: AuditRow): string =>
  hash('sha256', makeHashedText(previous, row))

const makeMac = (digest: Digest, { entries, content, head, logFrom }: ChainBase): string =>
  digest('audit-base', String(entries), content, head, String(logFrom))

/** Seal in `audit_head.base`; only a holder of the key can make one. */
export const sealBase = (digest: Digest, base: ChainBase): string =>
  JSON.stringify({ ...base, mac: makeMac(digest, base) })

/** Opens a sealed base. @returns `null` when it was not sealed with this key */
export function openBase(digest: Digest, text: string | null): ChainBase | null {
  if (text === null) return NO_BASE
  if (!text.startsWith('{')) return null
  const { mac, ...base } = JSON.parse(text) as ChainBase & { mac: string }
  return mac === makeMac(digest, base) ? base : null
}

/** Entries per query. */
const CHUNK = 1000

/** Entries after an id, oldest first, in chunks, so that other requests are not blocked. */
export async function* streamEntriesAfter(db: Db, id: number) {
  let last = id
  for (;;) {
    const rows = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', last)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    yield* rows
    if (rows.length < CHUNK) return
    last = rows.at(-1)?.id ?? last
  }
}

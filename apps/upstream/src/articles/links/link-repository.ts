import type { LinkProblem } from '@portal/contract/articles/content-checks.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'

/** Replaces the list of an article's links to other sites. */
export async function keepLinks(db: Db, articleId: number, addresses: readonly string[]): Promise<void> {
  const rows = await db.selectFrom('article_links').select('address').where('article_id', '=', articleId).execute()
  const storedAddresses = rows.map(({ address }) => address)
  const removedAddresses = storedAddresses.filter((address) => !addresses.includes(address))
  const added = addresses.filter((address) => !storedAddresses.includes(address))
  if (removedAddresses.length > 0) {
    await db
      .deleteFrom('article_links')
      .where('article_id', '=', articleId)
      .where('address', 'in', removedAddresses)
      .execute()
  }
  if (added.length === 0) return
  await keepAddresses(db, added)
  await db
    .insertInto('article_links')
    .values(added.map((address) => ({ address, article_id: articleId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds addresses that are checked regularly. */
export async function keepAddresses(db: Db, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return
  await db
    .insertInto('external_links')
    .values(addresses.map((address) => ({ address })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Lists links that failed on two different days. */
export async function listDeadLinks(db: Db, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const rows = await db
    .selectFrom('external_links')
    .select('address')
    .where('address', 'in', [...addresses])
    .where('problem', 'is not', null)
    .whereRef('failed_since', '!=', 'failed_last')
    .execute()
  return rows.map(({ address }) => address)
}

/** Lists links that were not checked since a time, the longest ago first. */
export async function listDueLinks(db: Db, sinceMs: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('external_links')
    .select('address')
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', sinceMs)]))
    .orderBy((eb) => eb.fn.coalesce('checked_at', eb.lit(0)))
    .orderBy('address')
    .limit(limit)
    .execute()
  return rows.map(({ address }) => address)
}

/** Stores the result of a check, and the faults that follow for the texts with the link. @param trx a transaction */
export async function recordLink(trx: Db, address: string, problem: LinkProblem | null, at: number): Promise<void> {
  const before = await trx
    .selectFrom('external_links')
    .select('failed_since')
    .where('address', '=', address)
    .executeTakeFirst()
  if (!before) return
  const day = toWireDate(at)
  const failed = problem === null ? null : day
  await trx
    .updateTable('external_links')
    .set({
      checked_at: at,
      problem,
      failed_last: failed,
      failed_since: problem === null ? null : (before.failed_since ?? day),
    })
    .where('address', '=', address)
    .execute()
  const [dead] = await listDeadLinks(trx, [address])
  if (dead === undefined) {
    await trx.deleteFrom('content_faults').where('kind', '=', 'deadLink').where('target', '=', address).execute()
    return
  }
  const articles = await trx.selectFrom('article_links').select('article_id').where('address', '=', address).execute()
  if (articles.length === 0) return
  await trx
    .insertInto('content_faults')
    .values(
      articles.map(({ article_id }) => ({ article_id, kind: 'deadLink' as const, target: address, found_at: at })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes links that no published text has. @param otherAddresses links that are checked all the same */
export async function forgetUnusedLinks(db: Db, otherAddresses: readonly string[]): Promise<void> {
  let unused = db.deleteFrom('external_links')
  if (otherAddresses.length > 0) unused = unused.where('address', 'not in', [...otherAddresses])
  await unused
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('article_links')
            .select('article_id')
            .whereRef('article_links.address', '=', 'external_links.address'),
        ),
      ),
    )
    .execute()
}

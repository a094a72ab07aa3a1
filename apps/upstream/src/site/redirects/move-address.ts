import { planRedirects, type Redirect } from '@portal/contract/site/redirect-rules.ts'
import { readRedirects } from '#articles/links/text-targets.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput } from '#platform/errors.ts'

/** Rows that one statement writes: PostgreSQL and SQLite limit its parameters. */
const ROWS_AT_ONCE = 500

/** Stores planned redirects. A stored row leads to the new end of its chain. */
export async function storeRedirects(
  trx: Db,
  rows: readonly Redirect[],
  { actorId, at }: { actorId: string; at: number },
): Promise<void> {
  const values = rows.map(({ from, to }) => ({ from_path: from, to_address: to, at, actor_id: actorId }))
  for (let first = 0; first < values.length; first += ROWS_AT_ONCE) {
    await trx
      .insertInto('redirects')
      .values(values.slice(first, first + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.column('from_path').doUpdateSet((eb) => ({ to_address: eb.ref('excluded.to_address') })),
      )
      .execute()
  }
}

/**
 * Removes redirects whose sources get a page. The caller has raised the revision, which holds others that add redirects
 * until its transaction ends.
 */
export async function freeAddress(trx: Db, paths: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('redirects')
    .where('from_path', 'in', [...paths])
    .execute()
}

/**
 * Redirects the address that readers know of a page or an article to its new one. A redirect from the new address is
 * removed, so that a page may get its old address back. The caller has raised the revision.
 * @throws AppError 400 for an address that cannot be redirected
 */
export async function moveAddress(trx: Db, { from, to }: Redirect, by: { actorId: string; at: number }): Promise<void> {
  await freeAddress(trx, [from, to])
  const plan = planRedirects(await readRedirects(trx), [{ from, to }])
  if ('fault' in plan) throw badInput(plan.fault)
  await storeRedirects(trx, plan.rows, by)
}

import { findSlugFault, proposeSlug } from '@portal/contract/articles/slug-rules.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput, slugTaken } from '#platform/errors.ts'

/** @throws AppError for an address that breaks the rule */
export function checkSlug(slug: string): void {
  const fault = findSlugFault(slug)
  if (fault) throw badInput(`${fault}；可以用 ${proposeSlug(slug)}`)
}

/** @throws AppError for an address that an article or a page has */
export async function checkFree(trx: Db, slug: string): Promise<void> {
  const taken = await trx.selectFrom('articles').select('slug').where('slug', 'like', `${slug}%`).execute()
  const isTaken = (one: string) => taken.some((row) => row.slug === one)
  if (isTaken(slug)) throw slugTaken(proposeSlug(slug, isTaken))
}

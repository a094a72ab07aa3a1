import { OWNER_ID } from '@portal/contract/constants.ts'
import { insertArticles } from '#resources/articles/article-writer.ts'
import { loadContent } from './content-files.ts'
import type { Db } from './open.ts'

/** The author of demo content. It has no password: the operator's admin command gives it one. */
const OWNER_NICKNAME = '石衡检测'

async function isEmpty(db: Db): Promise<boolean> {
  const article = await db.selectFrom('articles').select('id').limit(1).executeTakeFirst()
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !article && !user
}

/**
 * Fills an empty database from a folder of content, all or nothing. A database with one article or account is never
 * touched, and nothing is read then.
 * @returns whether it filled it
 * @throws ContentError when a file is broken; nothing is stored then.
 */
export async function seed(db: Db, folder: string, now: number): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const { articles, settings, navigation } = loadContent(folder)
  return await db.transaction().execute(async (trx) => {
    // The account's key lets one of two instances that start together through; the other finds the work done.
    const owner = await trx
      .insertInto('users')
      .values({ id: OWNER_ID, nickname: OWNER_NICKNAME, avatar: '', status: 1, created_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!owner) return false
    await insertArticles(trx, OWNER_ID, articles, now)
    const rows = Object.entries(settings).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
    if (rows.length > 0) await trx.insertInto('site_settings').values(rows).execute()
    const sites = navigation.flatMap(({ title, sites: listed }, groupAt) =>
      listed.map((site, at) => ({ ...site, group_name: title, group_position: groupAt + 1, position: at + 1 })),
    )
    if (sites.length > 0) await trx.insertInto('navigation_sites').values(sites).execute()
    return true
  })
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OWNER_ID, PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Transaction } from 'kysely'
import { setDuties } from '#accounts/duties/duties.ts'
import { insertArticles, type NewArticle } from '#articles/writing/article-writer.ts'
import { importCertificates } from '#certificates/import/certificate-import.ts'
import { createServedPictures } from '#certificates/import/pictures.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { makeSearchId, markDemo } from '#platform/settings/demo-rows.ts'
import { loadCommunity } from './community-content.ts'
import { ContentError, loadContent } from './content-files.ts'
import { seedCommunity } from './seed-community.ts'

/** Folder of demo articles, pictures, certificates and site settings, which fill an empty database. */
export const DEMO_CONTENT_DIR = join(import.meta.dirname, '../../../content')

/** The author of demo content. It has no password until the admin command sets one. */
const OWNER_NICKNAME = '石衡检测'

const CERTIFICATES_FILE = 'certificates.jsonl'

async function isEmpty(db: Db): Promise<boolean> {
  const article = await db.selectFrom('articles').select('id').limit(1).executeTakeFirst()
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return !article && !user
}

/**
 * Fills an empty database from a folder of content, all or nothing. A database with one article or account is never
 * changed, and the folder is not read then.
 * @returns whether it filled the database
 * @throws ContentError when a file is invalid; nothing is stored then
 */
export async function seed({ db, folder, digest, now }: SeedOptions): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const { articles, settings, navigation, searches } = loadContent(folder)
  const community = loadCommunity(folder)
  return await db.transaction().execute(async (trx) => {
    // The key of the account lets one of two concurrent instances through; the other one finds the database filled.
    const owner = await trx
      .insertInto('users')
      .values({ id: OWNER_ID, nickname: OWNER_NICKNAME, avatar: '', status: 1, role: 'owner', created_at: now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!owner) return false
    await setDuties(trx, OWNER_ID, ['owner'], { by: null, at: now() })
    await seedArticles(trx, articles, now())
    const rows = Object.entries(settings).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
    if (rows.length > 0) await trx.insertInto('site_settings').values(rows).execute()
    await markDemo(
      trx,
      'setting',
      rows.map(({ name, value }) => ({ id: name, value })),
    )
    const sites = navigation.flatMap(({ title, sites: listed }, groupAt) =>
      listed.map((site, at) => ({ ...site, group_name: title, group_position: groupAt + 1, position: at + 1 })),
    )
    if (sites.length > 0) {
      await markDemo(
        trx,
        'navigation',
        await trx.insertInto('navigation_sites').values(sites).returning('id').execute(),
      )
    }
    const hotSearches = searches.map((one) => ({ ...one, day: toWireDate(now()) }))
    if (hotSearches.length > 0) await trx.insertInto('search_terms').values(hotSearches).execute()
    await markDemo(
      trx,
      'search',
      hotSearches.map((one) => ({ id: makeSearchId(one) })),
    )
    await seedCommunity(trx, community)
    await seedCertificates({ db: trx, folder, digest, now })
    return true
  })
}

async function seedArticles(trx: Transaction<Tables>, articles: readonly NewArticle[], at: number): Promise<void> {
  const ids = await insertArticles(trx, OWNER_ID, articles, at)
  const isPage = (nth: number) => articles[nth]?.categoryId === PAGE_CATEGORY
  const marks = (isMarked: boolean) => ids.filter((_id, nth) => isPage(nth) === isMarked).map((id) => ({ id }))
  await markDemo(trx, 'article', marks(false))
  await markDemo(trx, 'page', marks(true))
  await markDemo(trx, 'tag', await trx.selectFrom('tags').select('id').execute())
}

interface SeedOptions {
  db: Db
  folder: string
  digest: Digest
  now: () => number
}

/** Imports the demo certificates like those of a laboratory. Their pictures stay in the folder. */
async function seedCertificates({ db, folder, digest, now }: SeedOptions): Promise<void> {
  const path = join(folder, CERTIFICATES_FILE)
  if (!existsSync(path)) return
  const pictures = createServedPictures(join(folder, 'pictures'))
  const result = await importCertificates({ db, digest, path, pictures, now })
  if (result.kind === 'done') {
    const stored = await db.selectFrom('certificates').select(['certificate_no as id', 'import_id']).execute()
    await markDemo(
      db,
      'certificate',
      stored.map(({ id, import_id }) => ({ id, value: String(import_id) })),
    )
    return
  }
  const [fault] = result.faults
  throw new ContentError(`${CERTIFICATES_FILE}:${fault?.lineNo}: ${fault?.reason}`)
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OWNER_ID } from '@portal/contract/constants.ts'
import { toWireDate } from '@portal/contract/time.ts'
import type { Db } from '#db/open.ts'
import { importCertificates } from '#import/certificate-import.ts'
import { servedPictures } from '#import/pictures.ts'
import type { Digest } from '#instance-secret.ts'
import { setDuties } from '#manage/duties.ts'
import { insertArticles } from '#resources/articles/article-writer.ts'
import { DEMO_MARK } from '#resources/site/site-repository.ts'
import { loadCommunity } from './community-content.ts'
import { ContentError, loadContent } from './content-files.ts'
import { seedCommunity } from './seed-community.ts'

/** Demo articles, pictures, certificates and site settings; fills an empty database. */
export const DEMO_CONTENT_DIR = join(import.meta.dirname, '../../content')

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
 * touched, and nothing is read then.
 * @returns whether it filled it
 * @throws ContentError when a file is broken; nothing is stored then.
 */
export async function seed({ db, folder, digest, now }: SeedOptions): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const { articles, settings, navigation, searches } = loadContent(folder)
  const community = loadCommunity(folder)
  return await db.transaction().execute(async (trx) => {
    // The account's key lets one of two instances that start together through; the other finds the work done.
    const owner = await trx
      .insertInto('users')
      .values({ id: OWNER_ID, nickname: OWNER_NICKNAME, avatar: '', status: 1, role: 'owner', created_at: now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!owner) return false
    await setDuties(trx, OWNER_ID, ['owner'], { by: null, at: now() })
    await insertArticles(trx, OWNER_ID, articles, now())
    const marked = { ...settings, [DEMO_MARK]: true }
    const rows = Object.entries(marked).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
    await trx.insertInto('site_settings').values(rows).execute()
    const sites = navigation.flatMap(({ title, sites: listed }, groupAt) =>
      listed.map((site, at) => ({ ...site, group_name: title, group_position: groupAt + 1, position: at + 1 })),
    )
    if (sites.length > 0) await trx.insertInto('navigation_sites').values(sites).execute()
    const day = toWireDate(now())
    if (searches.length > 0) {
      await trx
        .insertInto('search_terms')
        .values(searches.map((one) => ({ ...one, day })))
        .execute()
    }
    await seedCommunity(trx, community)
    await seedCertificates({ db: trx, folder, digest, now })
    return true
  })
}

interface SeedOptions {
  db: Db
  folder: string
  digest: Digest
  now: () => number
}

/** By the same way as the laboratory's own; pictures stay where they lie. */
async function seedCertificates({ db, folder, digest, now }: SeedOptions): Promise<void> {
  const path = join(folder, CERTIFICATES_FILE)
  if (!existsSync(path)) return
  const pictures = servedPictures(join(folder, 'pictures'))
  const result = await importCertificates({ db, digest, path, pictures, now })
  if (result.kind === 'done') return
  const [fault] = result.faults
  throw new ContentError(`${CERTIFICATES_FILE}:${fault?.lineNo}: ${fault?.reason}`)
}

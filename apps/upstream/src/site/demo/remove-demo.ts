import { sql } from 'kysely'
import { raiseRevision } from '#articles/writing/article-versions.ts'
import type { Db } from '#platform/db/open.ts'
import { parseSearchId } from '#platform/settings/demo-rows.ts'
import { type DemoRow, type DemoRows, splitIntoChunks } from './demo-content.ts'

/**
 * Removes the demo content with everything that belongs to it. Settings, certificates and tags that the site has
 * changed stay, and so does the reserved account of the owner.
 * @param trx a transaction
 */
export async function removeDemoRows(trx: Db, rows: DemoRows): Promise<void> {
  const articles = [...rows.article, ...rows.page]
  // Foreign keys delete the other rows of articles, posts and users.
  await removeFrom(trx, 'article_terms', 'article_id', articles, Number)
  await removeFrom(trx, 'article_reads', 'article_id', articles, Number)
  await removeFrom(trx, 'articles', 'id', articles, Number)
  await removeFrom(trx, 'says', 'id', rows.post)
  await removeFrom(trx, 'users', 'id', rows.user)
  await removeFrom(trx, 'navigation_sites', 'id', rows.navigation, Number)
  await removeFrom(trx, 'site_settings', 'name', rows.setting)
  await removeCertificates(trx, rows.certificate)
  for (const { id } of rows.search) {
    const { keyword, day } = parseSearchId(id)
    await trx.deleteFrom('search_terms').where('keyword', '=', keyword).where('day', '=', day).execute()
  }
  for (const tags of splitIntoChunks(rows.tag.map(({ id }) => Number(id)))) {
    const usedTags = trx.selectFrom('article_tags').select('tag_id')
    await trx.deleteFrom('tags').where('id', 'in', tags).where('id', 'not in', usedTags).execute()
  }
  await trx.deleteFrom('demo_rows').execute()
  await raiseRevision(trx)
}

async function removeFrom(
  trx: Db,
  table: string,
  column: string,
  rows: readonly DemoRow[],
  toKey: (id: string) => string | number = String,
): Promise<void> {
  for (const ids of splitIntoChunks(rows.map(({ id }) => toKey(id)))) {
    await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(ids)})`.execute(trx)
  }
}

async function removeCertificates(trx: Db, rows: readonly DemoRow[]): Promise<void> {
  await removeFrom(trx, 'certificate_versions', 'certificate_no', rows)
  await removeFrom(trx, 'certificates', 'certificate_no', rows)
  // An import without remaining certificates.
  const remainingImports = trx.selectFrom('certificates').select('import_id')
  const texts = trx.selectFrom('certificate_versions').select('import_id')
  await trx
    .deleteFrom('certificate_imports')
    .where('id', 'not in', remainingImports)
    .where('id', 'not in', texts)
    .where(sql<string>`cast(id as text)`, 'in', (eb) =>
      eb.selectFrom('demo_rows').select('value').where('kind', '=', 'certificate').where('value', 'is not', null),
    )
    .execute()
}

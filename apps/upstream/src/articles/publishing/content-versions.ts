import type { ContentForm } from '@portal/contract/articles/content.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { versionMissing } from '#platform/errors.ts'
import { findContent, readContentFormOrThrow } from './content-repository.ts'

/** Queries the stored texts of an article or standing page, with their editors. */
export const listVersions = (db: Db, articleId: number) =>
  db
    .selectFrom('article_versions')
    .leftJoin('users', 'users.id', 'article_versions.editor_id')
    .select(['version', 'nickname as editorName', 'note', 'form', 'article_versions.created_at as at'])
    .where('article_id', '=', articleId)

export function toWireVersion<Row extends { at: number }>({ at, ...row }: Row) {
  return { ...row, time: toWireDateTime(at) }
}

/** Finds a version. @throws AppError when there is none, or it is not stored any more */
export async function findVersion(db: Db, { id, version }: { id: number; version: number }) {
  const row = await listVersions(db, id).where('version', '=', version).executeTakeFirst()
  if (row) return { ...toWireVersion(row), form: JSON.parse(row.form) as ContentForm }
  const current = await findContent(db, id)
  if (current.version !== version) throw versionMissing()
  const { nickname, changedAt } = current
  return {
    version,
    editorName: nickname,
    note: null,
    time: toWireDateTime(changedAt),
    form: await readContentFormOrThrow(db, id),
  }
}

import {
  type ContentDraft,
  type ContentForm,
  type ContentState,
  LOCK_SECONDS,
} from '@portal/contract/articles/content.ts'
import type { PageKey } from '@portal/contract/articles/standing-pages.ts'
import { PUBLISH_STATE, SECOND_MS } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { type LockedArticle, lockArticle } from '#articles/writing/article-change.ts'
import { readContentForm } from '#articles/writing/article-versions.ts'
import type { Db } from '#platform/db/open.ts'
import { articleMissing, savedMeanwhile } from '#platform/errors.ts'

const STATES: Readonly<Record<number, ContentState>> = {
  [PUBLISH_STATE.offShelf]: 'offShelf',
  [PUBLISH_STATE.published]: 'published',
  [PUBLISH_STATE.inReview]: 'waiting',
  [PUBLISH_STATE.draft]: 'draft',
}

/**
 * Converts the columns to the state of the content. A scheduled publication shows its time; until then readers see the
 * version before.
 */
export function toContentState(isPublish: number, isScheduled: boolean): ContentState {
  const state = STATES[isPublish] ?? 'draft'
  return isScheduled && state !== 'published' ? 'scheduled' : state
}

/** Reads everything about an article but its text. */
export function readContentFacts(db: Db) {
  return db
    .selectFrom('articles')
    .innerJoin('users as writers', 'writers.id', 'articles.author_id')
    .leftJoin('article_versions', (join) =>
      join
        .onRef('article_versions.article_id', '=', 'articles.id')
        .onRef('article_versions.version', '=', 'articles.version'),
    )
    .leftJoin('users as editors', 'editors.id', 'article_versions.editor_id')
    .leftJoin('standing_pages', 'standing_pages.article_id', 'articles.id')
    .select((eb) => [
      'articles.id',
      'articles.title',
      'articles.version',
      'articles.is_publish as isPublish',
      'articles.author_id as userId',
      eb.fn.coalesce('articles.author_name', 'writers.nickname').as('nickname'),
      'editors.nickname as editorName',
      'article_versions.id as versionRow',
      eb.fn.coalesce('article_versions.created_at', 'articles.updated_at', 'articles.created_at').as('changedAt'),
      'articles.slug',
      'standing_pages.key as pageKey',
      'standing_pages.is_template as isTemplate',
    ])
}

/** Finds an article. @throws AppError when there is none */
export async function findContent(db: Db, id: number) {
  const row = await readContentFacts(db).where('articles.id', '=', id).executeTakeFirst()
  if (!row) throw articleMissing()
  const { versionRow, editorName, ...facts } = row
  return {
    ...facts,
    pageKey: facts.pageKey as PageKey | null,
    isTemplate: facts.isTemplate === 1 && facts.isPublish !== PUBLISH_STATE.published,
    // Only the writer has changed the article.
    editorName: versionRow === null ? facts.nickname : editorName,
  }
}

/** Reads the form of an article. @throws AppError when there is none */
export async function readContentFormOrThrow(db: Db, id: number): Promise<ContentForm> {
  const form = await readContentForm(db, id)
  if (!form) throw articleMissing()
  return form
}

/**
 * Locks the row of an article for a change.
 * @param seenVersion the version that the caller saw
 * @throws AppError when there is none; and 409 with the stored text when it has another version
 */
export async function lockSeen(trx: Db, id: number, seenVersion: number): Promise<LockedArticle> {
  const before = await lockArticle(trx, id)
  if (!before) throw articleMissing()
  if (before.version === seenVersion) return before
  const { version, editorName, changedAt } = await findContent(trx, id)
  const form = await readContentFormOrThrow(trx, id)
  throw savedMeanwhile({ version, editorName, time: toWireDateTime(changedAt), form })
}

/** Unpublished texts of an article, the newest first. */
export async function listDrafts(db: Db, id: number): Promise<ContentDraft[]> {
  const rows = await db
    .selectFrom('article_drafts')
    .innerJoin('users', 'users.id', 'article_drafts.user_id')
    .select(['user_id as editorId', 'nickname as editorName', 'saved_at', 'base_version as baseVersion', 'form'])
    .where('article_id', '=', id)
    .orderBy('saved_at', 'desc')
    .execute()
  return rows.map(({ saved_at, form, ...draft }) => ({
    ...draft,
    time: toWireDateTime(saved_at),
    form: JSON.parse(form) as ContentForm,
  }))
}

/** Finds the newest text that an editor has not saved yet. */
export async function findNewestDraft(db: Db, id: number): Promise<ContentForm | undefined> {
  const row = await db
    .selectFrom('article_drafts')
    .select('form')
    .where('article_id', '=', id)
    .orderBy('saved_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && (JSON.parse(row.form) as ContentForm)
}

interface NewDraft {
  articleId: number
  userId: string
  baseVersion: number
  form: ContentForm
  at: number
}

export async function storeDraft(db: Db, { articleId, userId, baseVersion, form, at }: NewDraft): Promise<void> {
  const text = { base_version: baseVersion, form: JSON.stringify(form), saved_at: at }
  await db
    .insertInto('article_drafts')
    .values({ article_id: articleId, user_id: userId, ...text })
    .onConflict((conflict) => conflict.columns(['article_id', 'user_id']).doUpdateSet(text))
    .execute()
}

/**
 * Deletes the draft of an editor after a save or when the editor discards it. The lock shows no unsaved text any more.
 */
export async function dropDraft(db: Db, articleId: number, userId: string): Promise<void> {
  await db.deleteFrom('article_drafts').where('article_id', '=', articleId).where('user_id', '=', userId).execute()
  const lock = db.updateTable('article_locks').set({ unsaved: 0 }).where('article_id', '=', articleId)
  await lock.where('user_id', '=', userId).execute()
}

export async function findSchedule(db: Db, id: number) {
  const row = await db
    .selectFrom('article_schedules')
    .leftJoin('users', 'users.id', 'article_schedules.editor_id')
    .select(['publish_at', 'nickname as editorName', 'base_version as baseVersion', 'form'])
    .where('article_id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { publish_at, form, ...schedule } = row
  return {
    ...schedule,
    publishAt: toWireDateTime(publish_at).slice(0, 16),
    form: JSON.parse(form) as ContentForm,
  }
}

/** Returns the earliest renewal of a lock that still counts, epoch ms. */
export const computeLockLimit = (nowMs: number) => nowMs - LOCK_SECONDS * SECOND_MS

/** Finds the editor who has opened an article; `null`: none. */
export async function findLock(db: Db, id: number, nowMs: number, userId: string) {
  const row = await db
    .selectFrom('article_locks')
    .innerJoin('users', 'users.id', 'article_locks.user_id')
    .select(['user_id', 'nickname', 'since', 'typed_at', 'unsaved'])
    .where('article_id', '=', id)
    .where('renewed_at', '>', computeLockLimit(nowMs))
    .executeTakeFirst()
  if (!row) return null
  return {
    holderId: row.user_id,
    holderName: row.nickname,
    isMine: row.user_id === userId,
    since: toWireDateTime(row.since),
    typedAt: row.typed_at === null ? null : toWireDateTime(row.typed_at),
    unsaved: row.unsaved,
  }
}

/** Counts the faults of each article. */
export async function readRemarks(db: Db, ids: readonly number[]) {
  const rows = await db
    .selectFrom('content_faults')
    .select((eb) => ['article_id', 'kind', eb.fn.countAll<number>().as('times')])
    .where('article_id', 'in', [...ids])
    .groupBy(['article_id', 'kind'])
    .execute()
  return (id: number) => {
    const ownRows = rows.filter((row) => row.article_id === id)
    const times = (isText: boolean) =>
      ownRows.filter(({ kind }) => (kind === 'noAlternativeText') === isText).reduce((sum, row) => sum + row.times, 0)
    return { brokenLinks: times(false), picturesWithoutText: times(true) }
  }
}

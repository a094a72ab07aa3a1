import type { ContentForm } from '@portal/contract/articles/content.ts'
import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { changeArticle, type LockedArticle, type Marks } from '#articles/writing/article-change.ts'
import type { WrittenArticle } from '#articles/writing/article-form.ts'
import { keepFirstVersion, raiseRevision, storeVersion } from '#articles/writing/article-versions.ts'
import type { Db } from '#platform/db/open.ts'
import { badInput } from '#platform/errors.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import { recordFaults } from './content-faults.ts'
import { listChangedMembers, setArticleState } from './content-form.ts'
import { readContentFormOrThrow, toContentState } from './content-repository.ts'

interface Change {
  article: WrittenArticle
  marks: Marks
  form: ContentForm
  /** `PUBLISH_STATE` after the save. */
  state: number
  /** `null`: the site published it at a set time. */
  editorId: string | null
  note?: string
  at: number
}

/**
 * Stores a new version of an article or standing page.
 * @param before what `lockSeen` returned
 * @returns the number of the version, and the changes for the audit log, which name texts by their versions
 * @throws AppError when something is missing that a reader needs, or a standing page would move
 */
export async function saveContent(trx: Db, before: LockedArticle, change: Change) {
  const { id } = before
  const { article, marks, form, state, editorId, at, note = null } = change
  const isPage = before.categoryId === PAGE_CATEGORY
  if (isPage !== (article.categoryId === PAGE_CATEGORY)) throw badInput('请选择分类')
  const stored = await readContentFormOrThrow(trx, id)
  await keepFirstVersion(trx, before)
  await changeArticle(trx, before, setArticleState(article, state), at, marks)
  const version = await storeVersion(trx, id, { editorId, at, note })
  if (isPage) await trx.updateTable('standing_pages').set({ is_template: 0 }).where('article_id', '=', id).execute()
  await recordFaults(trx, id, at)
  await raiseRevision(trx)
  return {
    version,
    changes: [...toFormChanges(stored, form, before.version, version), ...toStateChanges(before, state)],
  }
}

function toFormChanges(before: ContentForm, after: ContentForm, from: number, to: number): AuditChange[] {
  return listChangedMembers(before, after).map((member) => {
    if (member === 'contentMd') return { member, before: `版本 ${from}`, after: `版本 ${to}` }
    return { member, before: String(before[member]), after: String(after[member]) }
  })
}

function toStateChanges({ isPublish }: LockedArticle, state: number): AuditChange[] {
  if (isPublish === state) return []
  return [{ member: 'state', before: toContentState(isPublish, false), after: toContentState(state, false) }]
}

/** Formats the notice to the writer after a decision of another editor, as HTML. */
export function formatDecision({ isPublish }: LockedArticle, state: number, title: string): string | null {
  const articleText = `您的文章《${escapeHtml(title)}》`
  if (isPublish === state) return null
  if (state === PUBLISH_STATE.published) return `${articleText}已发布`
  if (state === PUBLISH_STATE.offShelf) return `${articleText}已下架`
  return isPublish === PUBLISH_STATE.inReview ? `${articleText}未通过审核，已退回为草稿` : null
}

/**
 * `PUBLISH_STATE` of each state. An article that waits for a decision goes on waiting when staff save it without one.
 */
export const STATE_NUMBERS = {
  draft: PUBLISH_STATE.draft,
  published: PUBLISH_STATE.published,
  offShelf: PUBLISH_STATE.offShelf,
} as const

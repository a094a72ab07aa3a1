import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import { isEditor } from '#domain/people/roles.ts'
import type { UserInfo } from '#lib/session.ts'
import type { PublishState } from './writing.ts'

interface StoreAction {
  state: PublishState
  label: string
  busyLabel: string
}

/** The actions that the editor offers. */
export interface Publishing {
  main: StoreAction
  /** Action for a draft; `null` for a published article, which a draft would unpublish. */
  draft: StoreAction | null
  /** Note about a consequence; empty for none. */
  note: string
}

const DRAFT: StoreAction = { state: PUBLISH_STATE.draft, label: '存草稿', busyLabel: '保存中' }

/**
 * Chooses the actions that the user may take.
 * @param stored state of the article upstream, `null` for a new one
 */
export function choosePublishing(user: Pick<UserInfo, 'id' | 'role'> | null, stored: PublishState | null): Publishing {
  const isPublished = stored === PUBLISH_STATE.published
  const draft = isPublished ? null : DRAFT
  const isOffShelf = stored === PUBLISH_STATE.offShelf
  if (isEditor(user)) {
    const label = isPublished ? '更新文章' : '发布'
    return {
      main: { state: PUBLISH_STATE.published, label, busyLabel: '发布中' },
      draft,
      note: isOffShelf ? '文章已下架，发布后重新公开' : '',
    }
  }
  const label = isPublished ? '提交修改' : '提交审核'
  const main = { state: PUBLISH_STATE.inReview, label, busyLabel: '提交中' }
  if (isPublished) return { main, draft, note: '修改要重新审核，审核通过前文章不公开' }
  if (stored === PUBLISH_STATE.inReview) return { main, draft, note: '文章正在审核，存草稿会撤回审核' }
  return { main, draft, note: isOffShelf ? '文章已下架，修改后可以重新提交审核' : '' }
}

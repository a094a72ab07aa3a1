import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Managed } from '#accounts/duties/managed-route.ts'
import type { WrittenContent } from './content-form.ts'
import { dropDraft, lockSeen } from './content-repository.ts'
import { saveContent } from './content-save.ts'

const NO_MARKS = { isStick: 0, isRecommend: 0, isCarousel: 0 }
/** Members of the form that no page has. */
export const PAGE_PLACE = {
  avatar: '',
  isOriginal: 1,
  originalUrl: '',
  categoryId: PAGE_CATEGORY,
  tagList: [],
  ...NO_MARKS,
}

interface Page {
  id: number
  /** Key of a standing page, or address of an own one. */
  name: string
  /** Version that the caller has read. */
  seen: number
  at: number
}

/** Publishes the prepared text of a page. @returns the number of its version */
export async function publishPage(
  { prepared, account, trx, record }: Pick<Managed<unknown, WrittenContent>, 'prepared' | 'account' | 'trx' | 'record'>,
  { id, name, seen, at }: Page,
): Promise<number> {
  const subject = { kind: 'page', id: name, name: prepared.article.title }
  record(subject)
  const before = await lockSeen(trx, id, seen)
  const change = { ...prepared, state: PUBLISH_STATE.published, editorId: account.id, at }
  const { version, changes } = await saveContent(trx, before, change)
  await dropDraft(trx, id, account.id)
  record({ ...subject, changes })
  return version
}

import type { DataFor } from '@portal/contract/calls.ts'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import type { LoaderInput } from '#lib/api/define-loader.ts'
import { LIST_PAGE_SIZE, readWholeNumber } from '#lib/api/list-pages.ts'
import type { Paged } from '#lib/api/use-paged.ts'
import { type Conversation, toConversation } from './comment-view.ts'

/** Query parameter: page of comments, for readers without JavaScript. */
export const PAGE_PARAM = 'comments'

/** Loads the page of comments of the address, with the page's other data; `null` on failure. */
export async function loadComments({ api, params, query, request }: LoaderInput): Promise<Paged<Conversation> | null> {
  const articleId = Number(params.articleId)
  if (!Number.isSafeInteger(articleId) || articleId < 1) return null
  try {
    return await commentPage(api, articleId, { pageNo: readWholeNumber(query.get(PAGE_PARAM)) ?? 1, quiet: true })
  } catch (reason) {
    if (request.signal.aborted) throw reason
    if (!(reason instanceof ApiError)) console.error('comments could not be read', reason)
    return null
  }
}

export interface CommentPageQuery {
  pageNo: number
  /** Loads the page with this comment instead. */
  commentId?: number
  quiet?: boolean
}

/** @throws like `ApiClient.call` */
export async function commentPage(
  api: ApiClient,
  articleId: number,
  { pageNo, commentId, quiet = false }: CommentPageQuery,
): Promise<Paged<Conversation>> {
  const answer = await api.call('GET /v1/comment/', {
    query: { articleId, pageNo, pageSize: LIST_PAGE_SIZE, ...(commentId !== undefined && { commentId }) },
    quiet,
  })
  return toPaged(answer, pageNo)
}

function toPaged({ records, pages, current }: DataFor<'GET /v1/comment/'>, asked: number): Paged<Conversation> {
  const page = current ?? asked
  return { rows: records.map(toConversation), first: page, last: page, pages }
}

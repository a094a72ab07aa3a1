import type { ApiClient } from '#lib/api/api-client.ts'
import { type LoaderInput, optional } from '#lib/api/define-loader.ts'
import { LIST_PAGE_SIZE, readWholeNumber } from '#lib/api/list-pages.ts'
import type { Paged } from '#lib/api/use-paged.ts'
import { type Conversation, toConversation } from './comment-view.ts'

/** A page of comments, and whether the article takes more. */
export type CommentPage = Paged<Conversation> & { isOpen: boolean }

/** Query parameter for the page of comments, for readers without JavaScript. */
export const PAGE_PARAM = 'comments'

/** Loads the page of comments that the address names, in parallel with the page's other data; `null` on failure. */
export async function loadComments(
  { api, query, request }: Pick<LoaderInput, 'api' | 'query' | 'request'>,
  articleId: number,
): Promise<CommentPage | null> {
  const pageNo = readWholeNumber(query.get(PAGE_PARAM)) ?? 1
  return optional(loadCommentPage(api, articleId, { pageNo, quiet: true }), null, request)
}

/**
 * @param commentId loads the page with this comment instead
 * @throws the errors of `ApiClient.call`
 */
export async function loadCommentPage(
  api: ApiClient,
  articleId: number,
  { pageNo, commentId, quiet = false }: { pageNo: number; commentId?: number; quiet?: boolean },
): Promise<CommentPage> {
  const { data, extra } = await api.callWhole('GET /v1/comment/', {
    query: { articleId, pageNo, pageSize: LIST_PAGE_SIZE, ...(commentId !== undefined && { commentId }) },
    quiet,
  })
  const page = data.current ?? pageNo
  const rows = data.records.map(toConversation)
  return { rows, first: page, last: page, pages: data.pages, isOpen: extra.isOpen !== false }
}

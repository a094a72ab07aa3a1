import type { DataFor } from '@portal/contract/calls.ts'
import type { FeedbackItem, HiddenArticle, ReportedComment } from '@portal/contract/community/review.ts'
import { PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { readWholeNumber, toPageQuery } from '#lib/api/list-pages.ts'
import type { Paged } from '#lib/api/use-paged.ts'

export const REVIEW_TABS = [
  { name: 'articles', text: '待审文章' },
  { name: 'shelf', text: '已下架' },
  { name: 'comments', text: '被举报的评论' },
  { name: 'feedback', text: '反馈' },
] as const

/** `status` of feedback on the wire. */
export const FEEDBACK_STATUS = { open: 0, solved: 1 } as const

export interface ArticleCategory {
  id: number
  name: string
}

export type WholeArticle = DataFor<'GET /v1/review/article'>

/** Chooses the tab that lists an article. */
export function chooseList({ isPublish }: Pick<WholeArticle, 'isPublish'>): 'articles' | 'shelf' {
  return isPublish === PUBLISH_STATE.offShelf ? 'shelf' : 'articles'
}

/** Data of the view that the address names. */
export type ReviewView =
  | { tab: 'articles' | 'shelf'; start: Paged<HiddenArticle> }
  | { tab: 'article'; article: WholeArticle; categories: readonly ArticleCategory[] }
  | { tab: 'comments'; start: Paged<ReportedComment> }
  | { tab: 'feedback'; status: number; start: Paged<FeedbackItem>; sendsMail: boolean }

/** @throws the errors of `ApiClient.call` */
export async function loadReview(api: ApiClient, query: URLSearchParams): Promise<ReviewView> {
  const articleId = readWholeNumber(query.get('article'))
  const tab = query.get('tab')
  if (articleId !== null) {
    const [article, categories] = await Promise.all([
      api.call('GET /v1/review/article', { query: { id: articleId } }),
      // Categories are optional: the decision works without their names.
      api.call('GET /v1/category/', { quiet: true }).catch(() => []),
    ])
    return { tab: 'article', article, categories: categories.map(({ id, name }) => ({ id, name })) }
  }
  if (tab === 'shelf') return { tab, start: await loadUnpublishedArticles(api, 1) }
  if (tab === 'comments') return { tab, start: await loadReportedComments(api, 1) }
  if (tab === 'feedback') {
    const status =
      query.get('status') === String(FEEDBACK_STATUS.solved) ? FEEDBACK_STATUS.solved : FEEDBACK_STATUS.open
    const { data, extra } = await api.callWhole('GET /v1/review/feedback', buildFeedbackQuery(status, 1))
    return { tab, status, start: toPaged(data, 1), sendsMail: extra.sendsMail ?? false }
  }
  return { tab: 'articles', start: await loadWaitingArticles(api, 1) }
}

export async function loadWaitingArticles(api: ApiClient, pageNo: number): Promise<Paged<HiddenArticle>> {
  return toPaged(await api.call('GET /v1/review/articles', { query: toPageQuery(pageNo) }), pageNo)
}

export async function loadUnpublishedArticles(api: ApiClient, pageNo: number): Promise<Paged<HiddenArticle>> {
  return toPaged(await api.call('GET /v1/review/offShelf', { query: toPageQuery(pageNo) }), pageNo)
}

export async function loadReportedComments(api: ApiClient, pageNo: number): Promise<Paged<ReportedComment>> {
  return toPaged(await api.call('GET /v1/review/comments', { query: toPageQuery(pageNo) }), pageNo)
}

export async function loadFeedback(api: ApiClient, status: number, pageNo: number): Promise<Paged<FeedbackItem>> {
  return toPaged(await api.call('GET /v1/review/feedback', buildFeedbackQuery(status, pageNo)), pageNo)
}

function buildFeedbackQuery(status: number, pageNo: number) {
  return { query: { status, ...toPageQuery(pageNo) } }
}

function toPaged<Row>({ records, pages }: { records: Row[]; pages: number }, pageNo: number): Paged<Row> {
  return { rows: records, first: pageNo, last: pageNo, pages }
}

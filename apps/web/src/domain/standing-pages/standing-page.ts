import { PAGE_CATEGORY, PAGE_SIZE_MAX, type StandingPageTitle } from '@portal/contract/constants.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'

/** The text of a standing page, as an operator keeps it. */
export interface StandingText {
  title: StandingPageTitle
  /** A sentence or two; empty when there is none. */
  summary: string
  content: SafeHtml
}

/**
 * The text of the standing page of this title; `null` when upstream has no such article, which is no failure.
 * @throws ApiError when upstream fails
 */
export async function loadStandingPage(api: ApiClient, title: StandingPageTitle): Promise<StandingText | null> {
  const list = await api.call('GET /v1/article/', {
    query: { categoryId: PAGE_CATEGORY, pageNo: 1, pageSize: PAGE_SIZE_MAX },
  })
  const row = list.records.find((record) => record.title.trim() === title)
  if (!row) return null
  const article = await api.call('GET /v1/article/info', { query: { id: row.id } })
  return {
    title,
    summary: (article.summary ?? row.summary ?? '').trim(),
    content: asSafeHtml(article.content),
  }
}

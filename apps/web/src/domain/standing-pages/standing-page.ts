import { PAGE_CATEGORY, PAGE_SIZE_MAX, type StandingPageTitle } from '@portal/contract/constants.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'

/** The editable text of a standing page. */
export interface StandingText {
  title: StandingPageTitle
  /** May be empty. */
  summary: string
  content: SafeHtml
}

/** `null` when upstream has no article of this title. @throws ApiError */
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

import { PAGE_CATEGORY, PAGE_SIZE_MAX, STANDING_PAGES, type StandingPageTitle } from '@portal/contract/constants.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import { breadcrumbLd } from '#lib/json-ld.ts'

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

/** Metadata of a standing page. @param crumb its breadcrumb, as in `breadcrumbLd` */
export function standingMeta(
  title: StandingPageTitle,
  text: StandingText | null,
  crumb: Parameters<typeof breadcrumbLd>[0],
) {
  return {
    title,
    canonical: STANDING_PAGES[title],
    ...(text?.summary && { description: text.summary }),
    jsonLd: breadcrumbLd(crumb),
  }
}

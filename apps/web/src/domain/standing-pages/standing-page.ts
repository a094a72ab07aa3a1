import { PAGE_CATEGORY, PAGE_SIZE_MAX, STANDING_PAGES, type StandingPageTitle } from '@portal/contract/constants.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import { notFound } from '#lib/api/define-loader.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'
import type { PageMeta } from '#lib/meta.ts'
import type { CrumbStep } from '#ui/crumb.tsx'
import { SERVICE_PAGES } from './standing-groups.ts'

/** The editable text of a standing page. */
export interface StandingText {
  /** The stored title, which the operator may have changed. */
  title: string
  /** Summary; may be empty. */
  summary: string
  content: SafeHtml
  /** Paths of the standing pages that readers can open. */
  paths: readonly string[]
}

/**
 * Finds the article by its key, or by its title in an upstream without keys. `null` when upstream has no such article.
 * @throws ApiError
 */
export async function loadStandingPage(api: ApiClient, title: StandingPageTitle): Promise<StandingText | null> {
  const isService = SERVICE_PAGES.links.some(({ to }) => to === STANDING_PAGES[title])
  const [list, orderPaths] = await Promise.all([
    api.call('GET /v1/article/', { query: { categoryId: PAGE_CATEGORY, pageNo: 1, pageSize: PAGE_SIZE_MAX } }),
    isService ? loadOrderPaths(api) : [],
  ])
  const key = STANDING_PAGES[title].split('/').at(-1)
  const row =
    list.records.find(({ pageKey }) => pageKey === key) ??
    list.records.find((record) => !record.pageKey && record.title.trim() === title)
  if (!row) return null
  const article = await api.call('GET /v1/article/info', { query: { id: row.id } })
  return {
    title: article.title.trim() || title,
    summary: (article.summary ?? row.summary ?? '').trim(),
    content: asSafeHtml(article.content),
    paths: [...list.records.flatMap(toPath), ...orderPaths],
  }
}

/** Paths of the pages of orders, when the laboratory takes announcements on the site. Never fails. */
async function loadOrderPaths(api: ApiClient): Promise<string[]> {
  const table = await api.call('GET /v1/orders/table', { quiet: true }).catch(() => null)
  return table && table.services.length > 0 ? ['/orders/new', '/orders/progress'] : []
}

const PATHS = Object.values(STANDING_PAGES)

function toPath({ pageKey, title }: { pageKey?: string | null; title: string }): string[] {
  return PATHS.filter((path) =>
    pageKey ? path.endsWith(`/${pageKey}`) : path === STANDING_PAGES[title as StandingPageTitle],
  )
}

/**
 * Loads a standing page that cannot be shown without its text.
 * @throws a 404 without an article
 */
export async function loadRequiredStandingPage(api: ApiClient, title: StandingPageTitle): Promise<StandingText> {
  const text = await loadStandingPage(api, title)
  if (!text) throw notFound('此页尚未发布')
  return text
}

/** Metadata of a standing page. */
export function buildStandingMeta(
  title: StandingPageTitle,
  text: StandingText | null,
  crumb: readonly CrumbStep[],
): PageMeta {
  return {
    title: text?.title ?? title,
    canonical: STANDING_PAGES[title],
    ...(text?.summary && { description: text.summary }),
    crumb,
  }
}

import { toOwnPath } from '@portal/contract/articles/slug-rules.ts'
import { PAGE_CATEGORY, STANDING_PAGES } from '@portal/contract/constants.ts'
import { asSafeHtml, toPlainText } from '#lib/html/safe-html.ts'

/**
 * The route of a page's article; `null` for any other article. An own page has a slug. Titles may contain search highlights
 * (`<em class="hit">常见</em>问题`).
 */
export function getStandingPath(
  title: string,
  categoryId: string | number | null | undefined,
  slug?: string | null,
): string | null {
  if (Number(categoryId) !== PAGE_CATEGORY) return null
  if (slug) return toOwnPath(slug)
  const words = toPlainText(asSafeHtml(title))
  return Object.hasOwn(STANDING_PAGES, words) ? STANDING_PAGES[words as keyof typeof STANDING_PAGES] : null
}

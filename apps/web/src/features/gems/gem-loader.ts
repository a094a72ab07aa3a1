import { CATEGORY, PAGE_SIZE_MAX } from '@portal/contract/constants.ts'
import { CODE, WIRE_TEXT } from '@portal/contract/errors.ts'
import { toArticleSummary } from '#domain/articles/article-summary.ts'
import { readGemFacts } from '#domain/gems/gem-facts.ts'
import { type GemSheet, readGemSheet } from '#domain/gems/gem-sheet.ts'
import { type ApiClient, ApiError } from '#lib/api/api-client.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { asSafeHtml } from '#lib/html/safe-html.ts'
import { COMPARED_MIN, readCompared, readGemFilters } from './gem-address.ts'
import { chooseGems, type GemEntry, listChoices } from './gem-choice.ts'

/** A gem in the comparison. */
export interface ComparedGem {
  id: number
  /** `null` when loading failed. */
  name: string | null
  /** Table of values; `null` when loading failed or the article has no such table. */
  sheet: GemSheet | null
}

/** Loads the tray, or the comparison when the address names two gems or more. */
export const gemLoader = defineLoader(async ({ api, query, request }) => {
  const compared = readCompared(query)
  if (compared.length >= COMPARED_MIN) {
    return { kind: 'comparison' as const, gems: await loadCompared(api, compared, request.signal) }
  }
  const entries = await loadEntries(api)
  const filters = readGemFilters(query)
  return {
    kind: 'tray' as const,
    filters,
    entries: chooseGems(entries, filters),
    total: entries.length,
    ...listChoices(entries),
    // A single gem is selected but not yet compared.
    picked: entries.filter(({ id }) => compared.includes(id)).map(({ id, name }) => ({ id, name })),
  }
})

/** Maximum number of pages of the list. */
const PAGES_MAX = 5

async function loadEntries(api: ApiClient): Promise<GemEntry[]> {
  const loadPage = (pageNo: number) =>
    api.call('GET /v1/article/', {
      query: { categoryId: CATEGORY.gem, pageNo, pageSize: PAGE_SIZE_MAX },
      quiet: true,
    })
  const first = await loadPage(1)
  const morePages = Array.from({ length: Math.max(0, Math.min(first.pages, PAGES_MAX) - 1) }, (_, index) =>
    loadPage(index + 2),
  )
  const pages = [first, ...(await Promise.all(morePages))]
  return pages
    .flatMap(({ records }) => records)
    .map(toArticleSummary)
    .map(({ id, title, summary, target }) => ({
      id,
      name: title,
      to: target.to,
      summary,
      facts: readGemFacts(summary),
    }))
}

/** A gem that cannot be loaded has an empty column; when all fail, the page fails. */
async function loadCompared(api: ApiClient, ids: readonly number[], signal: AbortSignal): Promise<ComparedGem[]> {
  const failures: ApiError[] = []
  const gems = await Promise.all(
    ids.map(async (id): Promise<ComparedGem> => {
      try {
        const { title, content } = await api.call('GET /v1/article/info', { query: { id }, quiet: true })
        return { id, name: title, sheet: readGemSheet(asSafeHtml(content)) }
      } catch (reason) {
        if (signal.aborted || !(reason instanceof ApiError)) throw reason
        failures.push(reason)
        return { id, name: null, sheet: null }
      }
    }),
  )
  const [failure] = failures
  if (failure && failures.length === ids.length) {
    throw failures.every(isMissing) ? notFound(WIRE_TEXT.articleMissing) : failure
  }
  return gems
}

/** Upstream has no code for a missing article, but a fixed text (`docs/upstream-api.md`). */
function isMissing({ code, message }: ApiError): boolean {
  return code === CODE.rule && message === WIRE_TEXT.articleMissing
}

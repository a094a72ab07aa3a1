import { CATEGORY, PAGE_CATEGORY } from '@portal/contract/constants.ts'
import type { Category } from '@portal/contract/site/site.ts'
import { redirect } from 'react-router-dom'
import { toArticleSummary } from '#domain/articles/article-summary.ts'
import { ApiError } from '#lib/api/api-client.ts'
import { defineLoader, notFound } from '#lib/api/define-loader.ts'
import { findMergeTarget, type Merges, toPagesQuery, toShownPages } from '#lib/api/list-pages.ts'
import type { DrawingName } from '#ui/figures/drawing-names.ts'
import type { GemTone } from '#ui/figures/gem-drawing.ts'
import {
  buildChoiceQuery,
  type CategoryAddress,
  hasChoice,
  readCategoryAddress,
  toCategoryAddress,
} from './category-address.ts'

/** Loads categories, tags and the articles of the choice. Categories or tags may be `null`, not both. */
export const categoryLoader = defineLoader(async ({ api, query, request }) => {
  const address = readCategoryAddress(query)
  const settle = async <T>(answer: Promise<T>): Promise<T | ApiError> => {
    try {
      return await answer
    } catch (reason) {
      if (request.signal.aborted || !(reason instanceof ApiError)) throw reason
      return reason
    }
  }
  const [categoryExtra, tagExtra, list] = await Promise.all([
    settle(api.callWhole('GET /v1/category/', { quiet: true })),
    settle(api.callWhole('GET /v1/tag/', { quiet: true })),
    hasChoice(address)
      ? api.call('GET /v1/article/', { query: buildChoiceQuery(address, toPagesQuery(address.page)), quiet: true })
      : null,
  ])
  if (categoryExtra instanceof ApiError && tagExtra instanceof ApiError) throw categoryExtra
  redirectMerged(address, categoryExtra, tagExtra)
  const categories = categoryExtra instanceof ApiError ? categoryExtra : categoryExtra.data
  const tags = tagExtra instanceof ApiError ? tagExtra : tagExtra.data
  // Texts of standing pages are never listed.
  const cells = categories instanceof ApiError ? null : categories.filter(({ id }) => id !== PAGE_CATEGORY).map(toCell)
  const chips = tags instanceof ApiError ? null : toChips(tags)

  const category = cells?.find(({ id }) => id === address.categoryId)
  if (cells && address.categoryId !== null && !category) throw notFound('没有这个分类')
  const tag = tags instanceof ApiError ? undefined : tags.find(({ id }) => id === address.tagId)
  if (chips && address.tagId !== null && !tag) throw notFound('没有这个标签')
  const chosenName = [category?.name, tag?.name].filter(Boolean).join(' · ')
  return {
    address,
    cells,
    chips,
    list: list && {
      name: chosenName || '文章',
      total: list.total ?? null,
      articles: list.records.map(toArticleSummary),
      shown: toShownPages(address.page, list),
    },
  }
})

type Answer = { extra: Merges } | ApiError

/** @throws Response that redirects a category or tag that was merged into another one */
function redirectMerged(address: CategoryAddress, categoryExtra: Answer, tagExtra: Answer): void {
  const getExtra = (answer: Answer) => (answer instanceof ApiError ? {} : answer.extra)
  const categoryId = findMergeTarget(address.categoryId, getExtra(categoryExtra))
  const tagId = findMergeTarget(address.tagId, getExtra(tagExtra))
  if (categoryId === address.categoryId && tagId === address.tagId) return
  throw redirect(toCategoryAddress({ ...address, categoryId, tagId }), 301)
}

/** Tags in use, most used first. */
function toChips(tags: readonly { id: number; name: string; articleNum?: number | null }[]) {
  return tags
    .map(({ id, name, articleNum }) => ({ id, name, count: articleNum ?? null }))
    .filter(({ count }) => count !== 0)
    .sort((one, other) => (other.count ?? 0) - (one.count ?? 0) || one.id - other.id)
}

/** A category as shown in the tray. */
export type CategoryCell = ReturnType<typeof toCell>

interface Appearance {
  /** Name in the menu; upstream's name may differ. */
  name?: string
  drawing: DrawingName
  tone: GemTone
}

const KNOWN: Readonly<Record<number, Appearance>> = {
  [CATEGORY.news]: { name: '新闻资讯', drawing: 'emerald-cut', tone: 'plain' },
  [CATEGORY.research]: { name: '研究', drawing: 'quartz', tone: 'quartz' },
  [CATEGORY.gem]: { name: '宝石百科', drawing: 'oval-brilliant', tone: 'ruby' },
  [CATEGORY.merchandise]: { name: '品牌周边', drawing: 'bangle', tone: 'jade' },
}

/** Appearances of categories that an operator adds, chosen by id, so that each keeps its drawing. */
const OTHERS: readonly [Appearance, ...Appearance[]] = [
  { drawing: 'octahedron', tone: 'spinel' },
  { drawing: 'cabochon', tone: 'turquoise' },
  { drawing: 'hex-prism', tone: 'emerald' },
  { drawing: 'dodecahedron', tone: 'garnet' },
]

function toCell({ id, name, articleNum }: Category) {
  const { name: ownName, drawing, tone } = KNOWN[id] ?? OTHERS[id % OTHERS.length] ?? OTHERS[0]
  return { id, name: ownName ?? name, count: articleNum ?? null, drawing, tone }
}

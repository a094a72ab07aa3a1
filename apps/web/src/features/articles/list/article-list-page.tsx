import { X } from '@lucide/icons'
import { CATEGORY } from '@portal/contract/constants.ts'
import type { TagCount } from '@portal/contract/site/site.ts'
import { redirect, useLoaderData, useLocation } from 'react-router-dom'
import { toArticleSummary } from '#domain/articles/article-summary.ts'
import { defineLoader, type LoaderData, notFound, optional } from '#lib/api/define-loader.ts'
import { findMergeTarget, toPagesQuery, toShownPages } from '#lib/api/list-pages.ts'
import { formatNumber } from '#lib/format.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { ArticleList, findArticles } from './article-list.tsx'
import styles from './article-list-page.module.css'
import { CATEGORY_NAMES, type ListAddress, readListAddress, toListAddress } from './list-address.ts'
import { ListAside } from './list-aside.tsx'
import { CategoryTabs, ListFilters } from './list-filters.tsx'
import { type CategoryTag, listCategoryTags } from './tag-choice.ts'

const PAIR_TITLE = '新闻与研究'

/** Fallback for categories or tags that could not be loaded. */
const NO_TOPICS = { data: [], extra: {} }

/** Number of rows in 阅读最多. */
const HOT_SIZE = 6
/** Number of most-read articles requested: the first ones are shown, and the tags of all are the category's tags. */
const SAMPLE_SIZE = 30

/** Only the list is required; the page works without the aside. */
export const loader = defineLoader(async ({ api, query, request }) => {
  const address = readListAddress(query)
  const sampleQuery = {
    categoryId: address.categoryId,
    orderByDescColumn: 'quantity',
    pageNo: 1,
    pageSize: SAMPLE_SIZE,
  } as const
  const [list, { data: categories, extra: categoryExtra }, { data: tags, extra: tagExtra }, sample] = await Promise.all(
    [
      findArticles(api, address, toPagesQuery(address.page), { quiet: true }),
      optional(api.callWhole('GET /v1/category/', { quiet: true }), NO_TOPICS, request),
      optional(api.callWhole('GET /v1/tag/', { quiet: true }), NO_TOPICS, request),
      optional(api.call('GET /v1/article/', { query: sampleQuery, quiet: true }), { records: [] }, request),
    ],
  )
  const categoryId = findMergeTarget(address.categoryId, categoryExtra)
  const tagId = findMergeTarget(address.tagId, tagExtra)
  if (categoryId !== address.categoryId || tagId !== address.tagId) {
    throw redirect(toListAddress({ ...address, categoryId, tagId }), 301)
  }
  // Upstream may omit a category without articles; a category with neither articles nor a name does not exist.
  const isKnown = address.categoryId in CATEGORY_NAMES || categories.some(({ id }) => id === address.categoryId)
  if (!isKnown && categories.length > 0 && list.records.length === 0) throw notFound('没有这个分类')
  return {
    address,
    articles: list.records,
    total: list.total,
    shown: toShownPages(address.page, list),
    categories: categories.map(({ id, name, articleNum }) => ({ id, name, articleNum: articleNum ?? null })),
    lead: categories.find(({ id }) => id === address.categoryId)?.lead ?? null,
    tags: addChosen(listCategoryTags(tags, sample.records), tags, address.tagId),
    // Upstream puts sticky rows first in any order; this list ranks by reads alone.
    hot: sample.records
      .map(toArticleSummary)
      .sort((a, b) => (b.reads ?? 0) - (a.reads ?? 0))
      .slice(0, HOT_SIZE),
  }
})

/** Lists the tag of the address even if no article of the sample has it. */
function addChosen(shown: CategoryTag[], all: readonly TagCount[], chosenId: number | null): CategoryTag[] {
  const chosen = all.find(({ id }) => id === chosenId)
  if (!chosen || shown.some(({ id }) => id === chosenId)) return shown
  return [...shown, { id: chosen.id, name: chosen.name, inSample: 0, inAll: chosen.articleNum ?? 0 }]
}

function getCategoryName({ address, categories }: LoaderData<typeof loader>): string {
  const { categoryId } = address
  return CATEGORY_NAMES[categoryId] ?? categories.find(({ id }) => id === categoryId)?.name ?? '文章'
}

export const meta: MetaOf<typeof loader> = (data) => {
  const { address, tags } = data
  const tag = tags.find(({ id }) => id === address.tagId)
  const name = getCategoryName(data)
  // Hidden from search engines: keyword lists are unlimited in number.
  if (address.keyword) return { title: `“${address.keyword}” - ${name}`, isHidden: true }
  return {
    title: tag ? `${tag.name} - ${name}` : name,
    description: describeList(name, data.lead, tag?.name),
    // Order and page do not change the subject of the list.
    canonical: toListAddress({ ...address, order: 'newest', page: 1 }),
    crumb: [{ text: name }],
  }
}

function describeList(name: string, lead: string | null, tagName: string | undefined): string {
  if (tagName !== undefined) return `${name}中带有“${tagName}”标签的文章。`
  return lead ? `${name}：${lead}` : `${name}栏目的全部文章。`
}

/** Whether the category is news or research, which share a page. */
function isOfPair({ categoryId }: ListAddress): boolean {
  return categoryId === CATEGORY.news || categoryId === CATEGORY.research
}

export function Component() {
  const data = useLoaderData<typeof loader>()
  const { key } = useLocation()
  const { address, categories, tags, hot } = data
  const name = getCategoryName(data)
  const isPair = isOfPair(address)
  return (
    <PageFrame
      crumb={[{ text: name }]}
      title={isPair ? PAIR_TITLE : name}
      lead={data.lead ?? undefined}
      drawing="emerald-cut"
      isDrawingShared
      stone="emerald"
      className={styles.root}
    >
      <div className={shared.columns}>
        <div className={shared.mayShrink}>
          <CategoryTabs address={address} categories={categories} name={name} />
          {address.keyword ? (
            <KeywordFilter address={address} total={data.total} />
          ) : (
            <ListFilters address={address} tags={tags} />
          )}
          {/* Each visit starts a new list, without added pages. */}
          <ArticleList key={key} address={address} articles={data.articles} shown={data.shown} />
        </div>
        <ListAside address={address} tags={tags} hot={hot} />
      </div>
    </PageFrame>
  )
}

/** The keyword of the list, the number of matches, and a link to remove it. */
function KeywordFilter({ address, total }: { address: ListAddress; total: number | null }) {
  return (
    <div className={styles.filter}>
      <p className={shared.mayShrink}>
        关键词“<b className={shared.medium}>{address.keyword}</b>”{total !== null && `，共 ${formatNumber(total)} 篇`}
      </p>
      <Link className={styles.clear} to={toListAddress({ ...address, keyword: '', page: 1 })}>
        <Icon of={X} sizePx={16} />
        清除关键词
      </Link>
    </div>
  )
}

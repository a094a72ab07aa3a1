import { X } from '@lucide/icons'
import { CATEGORY } from '@portal/contract/constants.ts'
import { useLoaderData, useLocation } from 'react-router-dom'
import type { LoaderData } from '#lib/api/define-loader.ts'
import { formatNumber } from '#lib/format.ts'
import { breadcrumbLd } from '#lib/json-ld.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { PageHead } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { ArticleList } from './article-list.tsx'
import { articleListLoader } from './article-list-loader.ts'
import styles from './article-list-page.module.css'
import { CATEGORY_NAMES } from './category-names.ts'
import { CategoryTabs } from './category-tabs.tsx'
import { type ListAddress, toListAddress } from './list-address.ts'
import { ListAside } from './list-aside.tsx'
import { ListFilters } from './list-filters.tsx'

export { articleListLoader }

const PAIR_TITLE = '新闻与研究'
const PAIR_LEAD = '业务公告、标准更新与实验室研究，均由检测人员撰写。'

function categoryName({ address, categories }: LoaderData<typeof articleListLoader>): string {
  const { categoryId } = address
  return CATEGORY_NAMES[categoryId] ?? categories.find(({ id }) => id === categoryId)?.name ?? '文章'
}

export const articleListMeta: MetaOf<typeof articleListLoader> = (data) => {
  const { address, tags } = data
  const tag = tags.find(({ id }) => id === address.tagId)
  const name = categoryName(data)
  // Hidden from search engines: there are as many of these lists as keywords.
  if (address.keyword) return { title: `“${address.keyword}” - ${name}`, isHidden: true }
  return {
    title: tag ? `${tag.name} - ${name}` : name,
    description: descriptionOf(name, isOfPair(address), tag?.name),
    // Order and page do not change what the list is about.
    canonical: toListAddress({ ...address, order: 'newest', page: 1 }),
    jsonLd: breadcrumbLd([{ text: name }]),
  }
}

function descriptionOf(name: string, isOfPair: boolean, tagName: string | undefined): string {
  if (tagName !== undefined) return `${name}中带有“${tagName}”标签的文章。`
  return isOfPair ? `${name}：${PAIR_LEAD}` : `${name}栏目的全部文章。`
}

/** News and research share a page. */
function isOfPair({ categoryId }: ListAddress): boolean {
  return categoryId === CATEGORY.news || categoryId === CATEGORY.research
}

export function ArticleListPage() {
  const data = useLoaderData<typeof articleListLoader>()
  const { key } = useLocation()
  const { address, categories, tags, hot } = data
  const name = categoryName(data)
  const isPair = isOfPair(address)
  return (
    <>
      <PageHead
        crumb={[{ text: name }]}
        title={isPair ? PAIR_TITLE : name}
        lead={isPair ? PAIR_LEAD : undefined}
        figure={<Drawing name="emerald-cut" />}
        stone="emerald"
      />
      <Container className={styles.root}>
        <div className={shared.columns}>
          <div className={styles.main}>
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
      </Container>
    </>
  )
}

/** The keyword of the list, the number of matches, and a link to remove it. */
function KeywordFilter({ address, total }: { address: ListAddress; total: number | null }) {
  return (
    <div className={styles.filter}>
      <p className={styles.filterWords}>
        关键词“<b className={styles.keyword}>{address.keyword}</b>”{total !== null && `，共 ${formatNumber(total)} 篇`}
      </p>
      <Link className={styles.clear} to={toListAddress({ ...address, keyword: '', page: 1 })}>
        <Icon of={X} sizePx={16} />
        清除关键词
      </Link>
    </div>
  )
}

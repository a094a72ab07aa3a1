import { CATEGORY } from '@portal/contract/constants.ts'
import { useLoaderData, useLocation } from 'react-router-dom'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { MerchandiseCard } from '#domain/merchandise/merchandise-card.tsx'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { type PageQuery, type ShownPages, toPageQuery, toPagesQuery, toShownPages } from '#lib/api/list-pages.ts'
import { usePaged } from '#lib/api/use-paged.ts'
import type { MetaOf } from '#lib/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { ListEnd, LoadMoreLink } from '#ui/lists/load-more.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './merchandise-page.module.css'

const TITLE = '品牌周边'
const LEAD = '机构推出的周边物品。'
/** Divisible by four, three and two, so that rows of each length are full. */
const PAGE_SIZE = 12
const PAGE_MAX = 1000

export const loader = defineLoader(async ({ api, query }) => {
  const page = readPage(query.get('page') ?? '')
  const list = await api.call('GET /v1/article/', { query: buildQuery(toPagesQuery(page, PAGE_SIZE)), quiet: true })
  return { goods: list.records.map(toArticleSummary), shown: toShownPages(page, list, PAGE_SIZE) }
})

/** Last page shown, from 1; invalid values count as 1. */
function readPage(text: string): number {
  return /^[1-9]\d{0,3}$/.test(text) ? Math.min(PAGE_MAX, Number(text)) : 1
}

function buildQuery(page: PageQuery) {
  return { categoryId: CATEGORY.merchandise, ...page }
}

function toAddress(page: number): string {
  return page > 1 ? `/surrounding?page=${page}` : '/surrounding'
}

export const meta: MetaOf<typeof loader> = () => ({
  title: TITLE,
  description: `${TITLE}：${LEAD}`,
  canonical: '/surrounding',
  crumb: [{ text: TITLE }],
})

export function Component() {
  const { goods, shown } = useLoaderData<typeof loader>()
  const { key } = useLocation()
  return (
    <PageFrame title={TITLE} lead={LEAD} drawing="loupe" stone="peridot" className={shared.pageTop}>
      <h2>
        <VisuallyHidden>全部周边</VisuallyHidden>
      </h2>
      {/* Each visit starts a new list, without added pages. */}
      <MerchandiseGrid key={key} goods={goods} shown={shown} />
      {goods.length > 0 && <p className={styles.note}>价格与库存以前台公布为准，需要订购请联系咨询。</p>}
    </PageFrame>
  )
}

/** Number of products above the fold. */
const EAGER_GOODS = 4

/** Products, with a link that adds the next page below. */
function MerchandiseGrid({ goods, shown }: { goods: readonly ArticleSummary[]; shown: ShownPages }) {
  const api = useApi()
  // The answer tells whether there are more pages, but not how many.
  const start = { ...shown, rows: goods, pages: shown.hasMore ? shown.last + 1 : shown.last }
  const { rows, first, last, pages, isBusy, loadMore } = usePaged(start, async (pageNo) => {
    const list = await api.call('GET /v1/article/', { query: buildQuery(toPageQuery(pageNo, PAGE_SIZE)) })
    // Bypasses the router, which would reload the view from the top.
    window.history.replaceState(window.history.state, '', toAddress(pageNo))
    return { rows: list.records.map(toArticleSummary), pages: list.pages }
  })
  if (rows.length === 0) {
    return <EmptyState link={last > 1 ? { to: '/surrounding', text: '查看全部周边' } : { to: '/', text: '返回首页' }} />
  }
  return (
    <>
      <ul className={styles.grid}>
        {rows.map((article, index) => (
          <li key={article.id}>
            <MerchandiseCard article={article} isEager={index < EAGER_GOODS} />
          </li>
        ))}
      </ul>
      {last < pages ? (
        <div className={styles.apart}>
          <LoadMoreLink to={toAddress(last + 1)} isBusy={isBusy} onLoad={loadMore} />
        </div>
      ) : (
        <ListEnd />
      )}
      {first > 1 && (
        <p className={styles.more}>
          <ButtonLink variant="quiet" to={toAddress(first - 1)}>
            上一页
          </ButtonLink>
        </p>
      )}
    </>
  )
}

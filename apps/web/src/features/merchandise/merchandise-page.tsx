import { useLoaderData, useLocation } from 'react-router-dom'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { MerchandiseCard } from '#domain/merchandise/merchandise-card.tsx'
import { useApi } from '#lib/api/api-context.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { usePaged } from '#lib/api/use-paged.ts'
import { breadcrumbLd } from '#lib/json-ld.ts'
import type { MetaOf } from '#lib/meta.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { LoadMore } from '#ui/lists/load-more.tsx'
import { LoadMoreLink } from '#ui/lists/load-more-link.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import {
  firstPageOf,
  hasMoreAfter,
  queryForAddress,
  queryForPage,
  readMerchandisePage,
  toMerchandiseAddress,
} from './merchandise-address.ts'
import styles from './merchandise-page.module.css'

const TITLE = '品牌周边'
const LEAD = '为鉴定与收藏准备的工具和读物。'

export const loader = defineLoader(async ({ api, query }) => {
  const page = readMerchandisePage(query)
  const list = await api.call('GET /v1/article/', { query: queryForAddress(page), quiet: true })
  return { page, goods: list.records.map(toArticleSummary), hasMore: hasMoreAfter(page, list.pages) }
})

export const meta: MetaOf<typeof loader> = () => ({
  title: TITLE,
  description: `${TITLE}：${LEAD}`,
  canonical: '/surrounding',
  jsonLd: breadcrumbLd([{ text: TITLE }]),
})

export function Component() {
  const { page, goods, hasMore } = useLoaderData<typeof loader>()
  const { key } = useLocation()
  return (
    <PageFrame title={TITLE} lead={LEAD} drawing="loupe" stone="peridot" className={shared.pageTop}>
      <h2>
        <VisuallyHidden>全部周边</VisuallyHidden>
      </h2>
      {/* Each visit starts a new list, without added pages. */}
      <MerchandiseGrid key={key} page={page} goods={goods} hasMore={hasMore} />
      <p className={styles.note}>价格与库存以前台公布为准，需要订购请联系咨询。</p>
    </PageFrame>
  )
}

interface MerchandiseGridProps {
  /** Last page of the address. */
  page: number
  goods: readonly ArticleSummary[]
  hasMore: boolean
}

/** The first row is above the fold. */
const EAGER_GOODS = 4

/** Products, and a link to the next page, which adds it below. */
function MerchandiseGrid({ page, goods, hasMore }: MerchandiseGridProps) {
  const api = useApi()
  const { rows, first, last, pages, isBusy, loadMore } = usePaged<ArticleSummary>({
    // The address does not tell how many pages there are, only whether there are more.
    start: { rows: goods, first: firstPageOf(page), last: page, pages: hasMore ? page + 1 : page },
    keyOf: ({ id }) => id,
    load: async (pageNo) => {
      const list = await api.call('GET /v1/article/', { query: queryForPage(pageNo) })
      // Bypasses the router, which would reload the view from the top.
      window.history.replaceState(window.history.state, '', toMerchandiseAddress(pageNo))
      return { rows: list.records.map(toArticleSummary), pages: list.pages }
    },
  })
  if (rows.length === 0) {
    return <EmptyState link={{ to: page > 1 ? '/surrounding' : '/', text: page > 1 ? '查看全部周边' : '返回首页' }} />
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
          <LoadMoreLink to={toMerchandiseAddress(last + 1)} isBusy={isBusy} onLoad={loadMore} />
        </div>
      ) : (
        <LoadMore hasMore={false} isBusy={false} onLoad={() => undefined} />
      )}
      {first > 1 && (
        <p className={styles.more}>
          <ButtonLink variant="quiet" to={toMerchandiseAddress(page - 1)}>
            上一页
          </ButtonLink>
        </p>
      )}
    </>
  )
}

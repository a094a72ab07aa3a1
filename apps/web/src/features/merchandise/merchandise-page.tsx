import { useLoaderData, useLocation } from 'react-router-dom'
import { toArticleSummary } from '#domain/articles/article-summary.ts'
import { defineLoader } from '#lib/api/define-loader.ts'
import { breadcrumbLd } from '#lib/json-ld.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { PageHead } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { hasMoreAfter, queryForAddress, readMerchandisePage } from './merchandise-address.ts'
import { MerchandiseGrid } from './merchandise-grid.tsx'
import styles from './merchandise-page.module.css'

const TITLE = '品牌周边'
const LEAD = '为鉴定与收藏准备的工具和读物。'

export const merchandiseLoader = defineLoader(async ({ api, query }) => {
  const page = readMerchandisePage(query)
  const list = await api.call('GET /v1/article/', { query: queryForAddress(page), quiet: true })
  return { page, goods: list.records.map(toArticleSummary), hasMore: hasMoreAfter(page, list.pages) }
})

export const merchandiseMeta: MetaOf<typeof merchandiseLoader> = () => ({
  title: TITLE,
  description: `${TITLE}：${LEAD}`,
  canonical: '/surrounding',
  jsonLd: breadcrumbLd([{ text: TITLE }]),
})

export function MerchandisePage() {
  const { page, goods, hasMore } = useLoaderData<typeof merchandiseLoader>()
  const { key } = useLocation()
  return (
    <>
      <PageHead crumb={[{ text: TITLE }]} title={TITLE} lead={LEAD} figure={<Drawing name="loupe" />} stone="peridot" />
      <Container className={shared.pageTop}>
        <h2>
          <VisuallyHidden>全部周边</VisuallyHidden>
        </h2>
        {/* Each visit starts a new list, without added pages. */}
        <MerchandiseGrid key={key} page={page} goods={goods} hasMore={hasMore} />
        <p className={styles.note}>价格与库存以前台公布为准，需要订购请联系咨询。</p>
      </Container>
    </>
  )
}

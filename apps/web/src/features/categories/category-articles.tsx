import { ArticlePages } from '#domain/articles/article-pages.tsx'
import { type ArticleSummary, toArticleSummary } from '#domain/articles/article-summary.ts'
import { useApi } from '#lib/api/api-context.ts'
import { type ShownPages, singlePage } from '#lib/api/list-pages.ts'
import { formatNumber } from '#lib/format.ts'
import { ButtonLink } from '#ui/forms/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { type CategoryAddress, choiceQuery, toCategoryAddress } from './category-address.ts'
import styles from './category-page.module.css'

export interface CategoryArticlesProps {
  address: CategoryAddress
  /** Name of the choice. */
  name: string
  total: number | null
  articles: readonly ArticleSummary[]
  shown: ShownPages
}

/** Rows above the fold. */
const EAGER_ROWS = 2

/** Articles of a category or tag, and a link to more. */
export function CategoryArticles({ address, name, total, articles, shown }: CategoryArticlesProps) {
  const api = useApi()
  return (
    <section aria-labelledby="chosen">
      <div className={styles.head}>
        <h2 className={styles.title} id="chosen">
          {name}
        </h2>
        {total !== null && <span className={styles.total}>共 {formatNumber(total)} 篇</span>}
        <TextLink className={styles.all} to="/category">
          全部分类
        </TextLink>
      </div>
      <ArticlePages
        articles={articles}
        shown={shown}
        eagerRows={EAGER_ROWS}
        addressOf={(page) => toCategoryAddress({ ...address, page })}
        onLoad={async (pageNo) => {
          const query = choiceQuery(address, singlePage(pageNo))
          const { records, pages } = await api.call('GET /v1/article/', { query })
          return { articles: records.map(toArticleSummary), pages }
        }}
        empty={
          <EmptyState>
            <ButtonLink variant="outline" to={toCategoryAddress({ ...address, page: 1 })}>
              返回第一页
            </ButtonLink>
          </EmptyState>
        }
      />
    </section>
  )
}

import { useLoaderData, useLocation } from 'react-router-dom'
import { ArticlePages } from '#domain/articles/article-pages.tsx'
import { toArticleSummary } from '#domain/articles/article-summary.ts'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { useApi } from '#lib/api/api-context.ts'
import type { LoaderData } from '#lib/api/define-loader.ts'
import { toPageQuery } from '#lib/api/list-pages.ts'
import { formatNumber } from '#lib/format.ts'
import type { MetaOf } from '#lib/meta.ts'
import type { CrumbStep } from '#ui/crumb.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { PageFrame } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { buildChoiceQuery, type CategoryAddress, toCanonicalPath, toCategoryAddress } from './category-address.ts'
import { CategoryTray, TagChips } from './category-choices.tsx'
import type { categoryLoader } from './category-loader.ts'
import styles from './category-page.module.css'

export { categoryLoader as loader } from './category-loader.ts'

const TITLE = '文章分类'
const LEAD = '按栏目与标签浏览全部文章。'

function buildCrumb(chosen: string | undefined): CrumbStep[] {
  return chosen === undefined ? [{ text: TITLE }] : [{ text: TITLE, to: '/category' }, { text: chosen }]
}

export const meta: MetaOf<typeof categoryLoader> = ({ address, list }) => ({
  title: list ? `${list.name} - ${TITLE}` : TITLE,
  description: list ? `${TITLE}：${list.name}。${LEAD}` : LEAD,
  canonical: toCanonicalPath(address),
  crumb: buildCrumb(list?.name),
})

export function Component() {
  const { address, cells, chips, list } = useLoaderData<typeof categoryLoader>()
  const { key } = useLocation()
  return (
    <PageFrame
      crumb={buildCrumb(list?.name)}
      title={TITLE}
      lead={LEAD}
      drawing="dodecahedron"
      isDrawingShared
      stone="ruby"
      className={shared.pageTop}
    >
      <CategoryTray cells={cells} chosenId={address.categoryId} isCompact={list !== null} />
      <TagChips chips={chips} chosenId={address.tagId} />
      {list && (
        <div className={styles.columns}>
          {/* Each visit starts a new list, without added pages. */}
          <CategoryArticles key={key} address={address} {...list} />
          <aside>
            <LookupBox />
          </aside>
        </div>
      )}
    </PageFrame>
  )
}

type CategoryArticlesProps = NonNullable<LoaderData<typeof categoryLoader>['list']> & { address: CategoryAddress }

/** Articles of a category or tag, and a link to more. */
function CategoryArticles({ address, name, total, articles, shown }: CategoryArticlesProps) {
  const api = useApi()
  return (
    <section aria-labelledby="chosen">
      <div className={styles.head}>
        <h2 className={shared.text2xl} id="chosen">
          {name}
        </h2>
        {total !== null && <span className={shared.noteFigures}>共 {formatNumber(total)} 篇</span>}
        <TextLink className={styles.all} to="/category">
          全部分类
        </TextLink>
      </div>
      <ArticlePages
        articles={articles}
        shown={shown}
        // Number of rows above the fold.
        eagerRows={2}
        toAddress={(page) => toCategoryAddress({ ...address, page })}
        onLoad={async (pageNo) => {
          const query = buildChoiceQuery(address, toPageQuery(pageNo))
          const { records, pages } = await api.call('GET /v1/article/', { query })
          return { articles: records.map(toArticleSummary), pages }
        }}
        empty={<EmptyState link={{ to: toCategoryAddress({ ...address, page: 1 }), text: '返回第一页' }} />}
      />
    </section>
  )
}

import { useLoaderData, useLocation } from 'react-router-dom'
import { LookupBox } from '#domain/certificates/lookup-box.tsx'
import { breadcrumbLd } from '#lib/json-ld.ts'
import type { MetaOf } from '#lib/meta.ts'
import { Container } from '#ui/container.tsx'
import type { CrumbStep } from '#ui/crumb.tsx'
import { Drawing } from '#ui/figures/drawing.tsx'
import { PageHead } from '#ui/page-head.tsx'
import shared from '#ui/shared.module.css'
import { canonicalOf } from './category-address.ts'
import { CategoryArticles } from './category-articles.tsx'
import { categoryLoader } from './category-loader.ts'
import styles from './category-page.module.css'
import { CategoryTray } from './category-tray.tsx'
import { TagChips } from './tag-chips.tsx'

export { categoryLoader }

const TITLE = '文章分类'
const LEAD = '按栏目与标签浏览全部文章。'

function crumbOf(chosen: string | undefined): CrumbStep[] {
  return chosen === undefined ? [{ text: TITLE }] : [{ text: TITLE, to: '/category' }, { text: chosen }]
}

export const categoryMeta: MetaOf<typeof categoryLoader> = ({ address, list }) => ({
  title: list ? `${list.name} - ${TITLE}` : TITLE,
  description: list ? `${TITLE}：${list.name}。${LEAD}` : LEAD,
  canonical: canonicalOf(address),
  jsonLd: breadcrumbLd(crumbOf(list?.name)),
})

export function CategoryPage() {
  const { address, cells, chips, list } = useLoaderData<typeof categoryLoader>()
  const { key } = useLocation()
  return (
    <>
      <PageHead
        crumb={crumbOf(list?.name)}
        title={TITLE}
        lead={LEAD}
        figure={<Drawing name="dodecahedron" />}
        stone="ruby"
      />
      <Container className={shared.pageTop}>
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
      </Container>
    </>
  )
}

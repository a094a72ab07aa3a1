import { CATEGORY } from '@portal/contract/constants.ts'
import { classNames } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { Link } from '#ui/link.tsx'
import tabs from '#ui/lists/tab-links.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './article-list-page.module.css'
import { CATEGORY_NAMES } from './category-names.ts'
import { type ListAddress, toListAddress } from './list-address.ts'

export interface CategoryTabsProps {
  address: ListAddress
  categories: readonly { id: number; name: string; articleNum: number | null }[]
  name: string
}

/** Tabs for news, research and the current category. The id is in the address. */
export function CategoryTabs({ address, categories, name }: CategoryTabsProps) {
  const current = address.categoryId
  const ids = [...new Set<number>([CATEGORY.news, CATEGORY.research, current])]
  return (
    <nav className={tabs.root} aria-label="分类">
      {ids.map((id) => {
        const count = categories.find((category) => category.id === id)?.articleNum ?? null
        return (
          <Link
            className={classNames(tabs.tab, styles.tab)}
            key={id}
            to={toListAddress({ ...address, categoryId: id, tagId: null, page: 1 })}
            aria-current={id === current ? 'page' : undefined}
          >
            {CATEGORY_NAMES[id] ?? name}{' '}
            {count !== null && !address.keyword && (
              <span className={styles.count}>
                {formatNumber(count)}
                <VisuallyHidden>篇</VisuallyHidden>
              </span>
            )}
          </Link>
        )
      })}
    </nav>
  )
}

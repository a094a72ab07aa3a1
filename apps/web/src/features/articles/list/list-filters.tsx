import { CATEGORY } from '@portal/contract/constants.ts'
import { classNames } from '#lib/class-names.ts'
import { formatNumber } from '#lib/format.ts'
import { Link } from '#ui/link.tsx'
import tabs from '#ui/lists/tab-links.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './article-list-page.module.css'
import { CATEGORY_NAMES, type ListAddress, toListAddress } from './list-address.ts'
import { type CategoryTag, splitTags } from './tag-choice.ts'

/** Number of tags above the list; the others are listed beside it. */
export const TAGS_OVER_LIST = 6

const ORDERS = [
  { order: 'newest', text: '最新' },
  { order: 'hot', text: '最热' },
] as const

/** Filters the list by tag and sets its order. */
export function ListFilters({ address, tags }: { address: ListAddress; tags: readonly CategoryTag[] }) {
  const { first } = splitTags(tags, address.tagId, TAGS_OVER_LIST)
  const choices = [{ id: null, name: '全部' }, ...first]
  return (
    <div className={styles.filters}>
      <nav className={styles.tags} aria-label="按标签筛选">
        {choices.map(({ id, name }) => (
          <ChipLink key={id} to={toListAddress({ ...address, tagId: id, page: 1 })} isCurrent={id === address.tagId}>
            {name}
          </ChipLink>
        ))}
      </nav>
      <nav className={styles.orders} aria-label="排序">
        {ORDERS.map(({ order, text }) => (
          <Link
            className={styles.order}
            key={order}
            to={toListAddress({ ...address, order, page: 1 })}
            aria-current={order === address.order ? 'true' : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
    </div>
  )
}

/** One of a few choices, as a link that has the choice in its address. */
export function ChipLink({ to, isCurrent, children }: { to: string; isCurrent?: boolean; children: string }) {
  return (
    <Link className={styles.chip} to={to} aria-current={isCurrent ? 'true' : undefined}>
      {children}
    </Link>
  )
}

interface CategoryTabsProps {
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

import { Link } from '#ui/link.tsx'
import styles from './article-list-page.module.css'
import { ChipLink } from './chip-link.tsx'
import { type ListAddress, toListAddress } from './list-address.ts'
import { type CategoryTag, splitTags } from './tag-choice.ts'

/** Tags above the list; the others are beside it. */
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

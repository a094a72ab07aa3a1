import { formatNumber } from '#lib/format.ts'
import { Link } from '#ui/link.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { toCategoryAddress } from './category-address.ts'
import styles from './category-page.module.css'

export interface TagChipsProps {
  /** `null` when loading failed. */
  chips: readonly { id: number; name: string; count: number | null }[] | null
  chosenId: number | null
}

/** All tags with their numbers of articles, most used first. */
export function TagChips({ chips, chosenId }: TagChipsProps) {
  if (chips?.length === 0) return null
  return (
    <nav className={styles.tags} aria-labelledby="tags">
      <h2 className={styles.tagsTitle} id="tags">
        标签
      </h2>
      {chips === null && <p className={styles.missing}>暂时无法加载，请稍后重试</p>}
      <ul className={styles.chips}>
        {chips?.map(({ id, name, count }) => (
          <li key={id}>
            <Link
              className={styles.chip}
              to={toCategoryAddress({ categoryId: null, tagId: id, page: 1 })}
              aria-current={id === chosenId ? 'true' : undefined}
            >
              {name}{' '}
              {count !== null && (
                <span className={styles.count}>
                  {formatNumber(count)}
                  <VisuallyHidden> 篇</VisuallyHidden>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

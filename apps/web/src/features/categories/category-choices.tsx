import { formatNumber } from '#lib/format.ts'
import { Drawing } from '#ui/figures/drawing.tsx'
import { Link } from '#ui/link.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { toCategoryAddress } from './category-address.ts'
import type { CategoryCell } from './category-loader.ts'
import page from './category-page.module.css'
import styles from './category-tray.module.css'

interface CategoryTrayProps {
  /** `null` when loading failed. */
  cells: readonly CategoryCell[] | null
  chosenId: number | null
  /** Smaller form, above a list. */
  isCompact: boolean
}

/** Categories side by side, each with a drawing and the number of its articles. */
export function CategoryTray({ cells, chosenId, isCompact }: CategoryTrayProps) {
  if (cells === null) return <p className={shared.soft}>分类暂时无法加载，请稍后重试</p>
  return (
    <nav aria-label="分类">
      <ul className={styles.tray} data-compact={isCompact || undefined}>
        {cells.map(({ id, name, count, drawing, tone }) => (
          <li className={shared.framedPlace} key={id}>
            <Link
              className={styles.cell}
              to={toCategoryAddress({ categoryId: id, tagId: null, page: 1 })}
              aria-current={id === chosenId ? 'true' : undefined}
            >
              <Drawing isShared name={drawing} tone={tone} className={styles.stone} />
              <span className={styles.words}>
                <span className={styles.name}>{name}</span>{' '}
                {count !== null && <span className={shared.noteFigures}>{formatNumber(count)} 篇</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface TagChipsProps {
  /** `null` when loading failed. */
  chips: readonly { id: number; name: string; count: number | null }[] | null
  chosenId: number | null
}

/** All tags with their numbers of articles, most used first. */
export function TagChips({ chips, chosenId }: TagChipsProps) {
  if (chips?.length === 0) return null
  return (
    <nav className={page.tags} aria-labelledby="tags">
      <h2 className={page.tagsTitle} id="tags">
        标签
      </h2>
      {chips === null && <p className={shared.soft}>暂时无法加载，请稍后重试</p>}
      <ul className={page.chips}>
        {chips?.map(({ id, name, count }) => (
          <li key={id}>
            <Link
              className={page.chip}
              to={toCategoryAddress({ categoryId: null, tagId: id, page: 1 })}
              aria-current={id === chosenId ? 'true' : undefined}
            >
              {name}{' '}
              {count !== null && (
                <span className={page.count}>
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

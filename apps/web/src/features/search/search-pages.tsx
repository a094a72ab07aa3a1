import { FIRST_PAGE } from '@portal/contract/constants.ts'
import { Link } from '#ui/link.tsx'
import styles from './search-page.module.css'

/** Page numbers on either side of the current one. */
const NEIGHBOURS = 2

function toSearchAddress(keyword: string, page: number): string {
  const query = new URLSearchParams({ keyword })
  if (page > FIRST_PAGE) query.set('page', String(page))
  return `/search?${query}`
}

/** The first page, the last, and those around the current one; `null` is a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= NEIGHBOURS,
  )
  return wanted.flatMap((number, index) => (number - (wanted[index - 1] ?? 0) > 1 ? [null, number] : [number]))
}

export function SearchPages({ keyword, page, pages }: { keyword: string; page: number; pages: number }) {
  if (pages <= 1) return null
  return (
    <nav className={styles.pages} aria-label="分页">
      {page > FIRST_PAGE && (
        <Link className={styles.page} to={toSearchAddress(keyword, page - 1)} rel="prev">
          上一页
        </Link>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: a gap has only its position
          <span className={styles.gap} key={`gap ${index}`} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            className={styles.page}
            key={number}
            to={toSearchAddress(keyword, number)}
            aria-label={`第 ${number} 页`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {page < pages && (
        <Link className={styles.page} to={toSearchAddress(keyword, page + 1)} rel="next">
          下一页
        </Link>
      )}
    </nav>
  )
}

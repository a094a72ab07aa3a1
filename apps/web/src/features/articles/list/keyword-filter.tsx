import { X } from '@lucide/icons'
import { formatNumber } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import styles from './article-list-page.module.css'
import { type ListAddress, toListAddress } from './list-address.ts'

/** The keyword of the list, the number of matches, and a link to remove it. */
export function KeywordFilter({ address, total }: { address: ListAddress; total: number | null }) {
  return (
    <div className={styles.filter}>
      <p className={styles.filterWords}>
        关键词“<b className={styles.keyword}>{address.keyword}</b>”{total !== null && `，共 ${formatNumber(total)} 篇`}
      </p>
      <Link className={styles.clear} to={toListAddress({ ...address, keyword: '', page: 1 })}>
        <Icon of={X} sizePx={16} />
        清除关键词
      </Link>
    </div>
  )
}

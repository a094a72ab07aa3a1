import { Mark } from '#ui/figures/mark.tsx'
import { Link } from '#ui/link.tsx'
import type { Place } from './place.ts'
import { PlaceNav } from './place-nav.tsx'
import styles from './rail.module.css'
import { useSite } from './site-info.ts'

/** The places at the left, in windows from 1119px. */
export function Rail({ places }: { places: readonly Place[] }) {
  const { mark } = useSite((state) => state.site)
  return (
    <aside className={styles.root}>
      <Link className={styles.brand} to="/">
        <Mark className={styles.mark} />
        <b className={styles.name}>{mark.head}</b>
        <span className={styles.what}>管理</span>
      </Link>
      <PlaceNav places={places} />
    </aside>
  )
}

import { useLocation } from 'react-router-dom'
import { Count } from '#manage/controls/values/tag.tsx'
import { usePlaceCounts } from '#manage/staff/place-counts.ts'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'
import { findPlace, GROUPS, type Place } from './place.ts'
import styles from './place-nav.module.css'

interface PlaceNavProps {
  places: readonly Place[]
  /** Two columns, for the sheet on a phone. */
  isSheet?: boolean
  /** Called when a place was chosen. */
  onGo?: () => void
}

/** The places by group; a count shows the pending tasks of this person. */
export function PlaceNav({ places, isSheet = false, onGo }: PlaceNavProps) {
  const { pathname } = useLocation()
  const current = findPlace(places, pathname)
  return (
    <nav className={styles.root} aria-label="管理" data-sheet={isSheet || undefined}>
      {GROUPS.map((group) => {
        const groupPlaces = places.filter((place) => place.group === group)
        if (groupPlaces.length === 0) return null
        return (
          <div className={styles.group} key={group ?? ''}>
            {group && <h2 className={styles.name}>{group}</h2>}
            {groupPlaces.map((place) => (
              <PlaceLink key={place.path} place={place} isCurrent={place === current} onGo={onGo} />
            ))}
          </div>
        )
      })}
    </nav>
  )
}

interface PlaceLinkProps {
  place: Place
  isCurrent: boolean
  onGo: (() => void) | undefined
}

function PlaceLink({ place: { path, label, icon }, isCurrent, onGo }: PlaceLinkProps) {
  const waiting = usePlaceCounts((state) => state.counts[path])
  const spoken = waiting?.count ? `${label}，${waiting.count} 件待办${waiting.isLate ? '，有超时' : ''}` : undefined
  return (
    <Link
      className={styles.link}
      to={path}
      aria-label={spoken}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onGo}
    >
      <Icon of={icon} sizePx={18} />
      <span className={styles.label}>{label}</span>
      {waiting && waiting.count > 0 && <Count of={waiting.count} isLate={waiting.isLate} />}
    </Link>
  )
}

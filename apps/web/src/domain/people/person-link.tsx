import { Link } from '#ui/link.tsx'
import styles from './person-link.module.css'
import { StaffBadge } from './staff-badge.tsx'

export interface PersonLinkProps {
  /** Account id; the name is no link without one. */
  userId: string | null | undefined
  name: string
  isStaff?: boolean
}

/** A person's name, linked to the profile. */
export function PersonLink({ userId, name, isStaff = false }: PersonLinkProps) {
  const shown = userId ? (
    <Link className={styles.root} to={`/user?userId=${encodeURIComponent(userId)}`}>
      {name}
    </Link>
  ) : (
    <span className={styles.root}>{name}</span>
  )
  return (
    <>
      {shown}
      {isStaff && (
        <>
          {' '}
          <StaffBadge />
        </>
      )}
    </>
  )
}

import { Link } from '#ui/link.tsx'
import styles from './person-link.module.css'
import { StaffBadge } from './staff-badge.tsx'

export interface PersonLinkProps {
  /** Account id; without one the name is only a name. */
  userId: string | null | undefined
  name: string
  /** Shows the badge of staff behind the name. */
  isStaff?: boolean
}

/** A person's name, and the way to the person's page. */
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

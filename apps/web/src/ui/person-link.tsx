import { Link } from './link.tsx'
import styles from './person-link.module.css'

export interface PersonLinkProps {
  /** Account id; without one the name is only a name. */
  userId: string | null | undefined
  name: string
}

/** A person's name, and the way to the person's page. */
export function PersonLink({ userId, name }: PersonLinkProps) {
  if (!userId) return <span className={styles.root}>{name}</span>
  return (
    <Link className={styles.root} to={`/user?userId=${encodeURIComponent(userId)}`}>
      {name}
    </Link>
  )
}

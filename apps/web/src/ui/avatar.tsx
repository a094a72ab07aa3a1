import styles from './avatar.module.css'

export interface AvatarProps {
  name: string
  /** Address of a picture; only uploads of this site and https are loaded. */
  src?: string | null | undefined
}

const SHOWABLE = /^(https:\/\/|\/file\/img\/)/

/** A person's picture over the first character of the name, which shows when there is none. */
export function Avatar({ name, src }: AvatarProps) {
  return (
    <span className={styles.root} aria-hidden="true">
      {[...name.trim()][0] ?? '访'}
      {src && SHOWABLE.test(src) && <img className={styles.picture} src={src} alt="" loading="lazy" />}
    </span>
  )
}

import { toPictureAddress } from '#lib/picture-addresses.ts'
import styles from './avatar.module.css'

export interface AvatarProps {
  name: string
  /** Address of a picture; only uploads of this site and https addresses are loaded. */
  src?: string | null | undefined
}

/** A person's picture over the first character of the name, which is visible when there is no picture. */
export function Avatar({ name, src }: AvatarProps) {
  const picture = toPictureAddress(src)
  return (
    <span className={styles.root} aria-hidden="true">
      {[...name.trim()][0] ?? '访'}
      {picture && <img className={styles.picture} src={picture} alt="" loading="lazy" />}
    </span>
  )
}

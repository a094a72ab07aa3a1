import styles from './avatar.module.css'

export interface AvatarProps {
  name: string
  /** Address of a picture; anything but a file of ours or one behind TLS is not asked for. */
  src?: string | null | undefined
}

const SHOWABLE = /^(https:\/\/|\/file\/img\/)/

/** A person's picture, or the first character of the name: behind the picture, should that be missing. */
export function Avatar({ name, src }: AvatarProps) {
  return (
    <span className={styles.root} aria-hidden="true">
      {[...name.trim()][0] ?? '访'}
      {src && SHOWABLE.test(src) && <img className={styles.picture} src={src} alt="" loading="lazy" />}
    </span>
  )
}

import { useState } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './portrait.module.css'

export interface PortraitProps {
  name: string
  /** Address of the picture; empty for none. */
  url: string
  size?: 'small' | 'large'
  className?: string | undefined
}

/** A user's picture, or the first character of the name. Decorative. */
export function Portrait({ name, url, size = 'small', className }: PortraitProps) {
  const [failed, setFailed] = useState('')
  if (url && failed !== url) {
    return (
      <img
        className={classNames(styles.root, className)}
        data-size={size}
        src={url}
        alt=""
        onError={() => setFailed(url)}
      />
    )
  }
  return (
    <span className={classNames(styles.root, className)} data-size={size} aria-hidden="true">
      {[...name][0] ?? '访'}
    </span>
  )
}

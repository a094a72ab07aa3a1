import { classNames } from '#lib/class-names.ts'
import { Link, type LinkProps } from './link.tsx'
import styles from './text-link.module.css'

/** A link within text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(styles.root, className)} />
}

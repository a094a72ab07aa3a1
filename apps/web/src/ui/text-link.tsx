import { classNames } from '#lib/class-names.ts'
import { Link, type LinkProps } from './link.tsx'
import styles from './text-link.module.css'

/** A link inside words: a hairline underline that grows firm under the pointer. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames(styles.root, className)} />
}

import { Fragment, type ReactNode } from 'react'
import styles from './facts.module.css'

/** Names and values in two columns; a value that is null is left out. */
export function Facts({ of: facts }: { of: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.root}>
      {facts.map(([name, value]) =>
        value === null ? null : (
          <Fragment key={name}>
            <dt className={styles.name}>{name}</dt>
            <dd className={styles.value}>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  )
}

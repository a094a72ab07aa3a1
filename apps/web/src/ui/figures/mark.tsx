import type { SVGAttributes } from 'react'
import { classNames } from '#lib/class-names.ts'
import styles from './drawing.module.css'

const LINES =
  'M4 50a46 46 0 1 0 92 0a46 46 0 1 0 -92 0zM50 23.8l18.5 7.7-5.1-13.9-13.4 6.2M50 4l13.4 13.6 19.1-.1M63.4 17.6l4.2-10.1M68.5 31.5l7.7 18.5 6.2-13.4-13.9-5.1M82.5 17.5l-.1 19.1 13.6 13.4M82.4 36.6l10.1-4.2M76.2 50l-7.7 18.5 13.9-5.1-6.2-13.4M96 50l-13.6 13.4.1 19.1M82.4 63.4l10.1 4.2M68.5 68.5l-18.5 7.7 13.4 6.2 5.1-13.9M82.5 82.5l-19.1-.1-13.4 13.6M63.4 82.4l4.2 10.1M50 76.2l-18.5-7.7 5.1 13.9 13.4-6.2M50 96l-13.4-13.6-19.1.1M36.6 82.4l-4.2 10.1M31.5 68.5l-7.7-18.5-6.2 13.4 13.9 5.1M17.5 82.5l.1-19.1-13.6-13.4M17.6 63.4l-10.1 4.2M23.8 50l7.7-18.5-13.9 5.1 6.2 13.4M4 50l13.6-13.4-.1-19.1M17.6 36.6l-10.1-4.2M31.5 31.5l18.5-7.7-13.4-6.2-5.1 13.9M17.5 17.5l19.1.1 13.4-13.6M36.6 17.6l-4.2-10.1'

/** The mark of the site. Every page shows it at once, so it is no file. */
export function Mark({ className, label }: { className?: string | undefined; label?: string }) {
  return (
    <svg
      className={classNames(styles.root, className)}
      viewBox="0 0 100 100"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <MarkLines strokeWidth="3.2" />
    </svg>
  )
}

/** The lines of the mark, in a box of 100 × 100. */
export function MarkLines(stroke: Pick<SVGAttributes<SVGPathElement>, 'strokeWidth' | 'vectorEffect'>) {
  return <path d={LINES} fill="none" stroke="currentColor" strokeLinecap="round" strokeLinejoin="round" {...stroke} />
}

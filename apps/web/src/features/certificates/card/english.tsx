import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'

/** English text next to the Chinese; `certificate-card.module.css` hides it by default. */
export function English({ children, className }: { children: ReactNode; className?: string | undefined }) {
  if (!children) return null
  return (
    <span className={classNames(className)} lang="en" data-english="">
      {children}
    </span>
  )
}

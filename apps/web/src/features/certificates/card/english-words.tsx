import type { ReactNode } from 'react'
import { classNames } from '#lib/class-names.ts'

/** Beside its Chinese; `certificate-card.module.css` shows it when it is asked for. */
export function English({ children, className }: { children: ReactNode; className?: string | undefined }) {
  if (!children) return null
  return (
    <span className={classNames(className)} lang="en" data-english="">
      {children}
    </span>
  )
}

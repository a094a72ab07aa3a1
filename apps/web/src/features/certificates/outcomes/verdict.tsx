import type { LucideIconData } from '@lucide/icons'
import type { ReactNode, Ref } from 'react'
import { formatDateTime, toMachineDate } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import styles from './verdict.module.css'

export interface VerdictProps {
  tone: 'good' | 'warn' | 'bad'
  icon: LucideIconData
  title: string
  /** Time of the lookup, epoch ms. */
  checkedAtMs: number
  headingRef: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** The state of the certificate, above the certificate. */
export function Verdict({ tone, icon, title, checkedAtMs, headingRef, children }: VerdictProps) {
  return (
    <section className={styles.root} data-tone={tone}>
      <Icon of={icon} sizePx={28} className={styles.icon} />
      <div className={shared.shrinks}>
        <h2 className={styles.title} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <time className={styles.time} dateTime={toMachineDate(checkedAtMs)}>
        查询于 {formatDateTime(checkedAtMs)}
      </time>
    </section>
  )
}

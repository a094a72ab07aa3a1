import type { LucideIconData } from '@lucide/icons'
import type { ReactNode, Ref } from 'react'
import { classNames } from '#lib/class-names.ts'
import { toMachineDate } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { useTexts } from '../texts/texts.tsx'
import tones from '../verdict-tones.module.css'
import verdict from './verdict.module.css'

interface VerdictProps {
  tone: 'good' | 'warn' | 'bad'
  icon: LucideIconData
  title: string
  /** Time of the lookup, epoch ms. */
  checkedAtMs: number
  headingRef: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** The result of a lookup in one sentence, above all other content. */
export function Verdict({ tone, icon, title, checkedAtMs, headingRef, children }: VerdictProps) {
  return (
    <section className={classNames(verdict.root, tones.tones)} data-tone={tone}>
      <Icon of={icon} sizePx={28} className={tones.icon} />
      <div className={shared.shrinks}>
        <h2 className={verdict.title} ref={headingRef} tabIndex={-1}>
          {title}
        </h2>
        {children}
      </div>
      <time className={verdict.time} dateTime={toMachineDate(checkedAtMs)}>
        {useTexts('found').checkedAt(checkedAtMs)}
      </time>
    </section>
  )
}

import { CircleCheck, CircleHelp, CircleX, type LucideIconData } from '@lucide/icons'
import { Icon } from '#ui/icon.tsx'
import styles from './finding-line.module.css'
import type { Finding, StepResult } from './judge-step.ts'

export const FINDING_TEXT: Readonly<Record<Finding, string>> = { match: '相符', differ: '不符', unsure: '无法判断' }

export const FINDING_ICONS: Readonly<Record<Finding, LucideIconData>> = {
  match: CircleCheck,
  differ: CircleX,
  unsure: CircleHelp,
}

/** The finding of a step in one line. */
export function FindingLine({ result: { finding, reason } }: { result: StepResult }) {
  return (
    <p className={styles.root} data-finding={finding}>
      <Icon of={FINDING_ICONS[finding]} className={styles.icon} />
      <span>
        <strong className={styles.word}>{FINDING_TEXT[finding]}</strong>：{reason}
      </span>
    </p>
  )
}

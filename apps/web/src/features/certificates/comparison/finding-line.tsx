import { CircleCheck, CircleHelp, CircleX, type LucideIconData } from '@lucide/icons'
import { classNames } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import tones from '../verdict-tones.module.css'
import { STEP_TITLES } from './comparison-steps.ts'
import styles from './finding-line.module.css'
import type { Finding, StepResult } from './judge-step.ts'
import ruler from './step-ruler.module.css'
import type { ComparisonState } from './use-comparison.ts'

export const FINDING_TEXT: Readonly<Record<Finding, string>> = { match: '相符', differ: '不符', unsure: '无法判断' }

export const FINDING_ICONS: Readonly<Record<Finding, LucideIconData>> = {
  match: CircleCheck,
  differ: CircleX,
  unsure: CircleHelp,
}

/** The result of a step in one line. */
export function FindingLine({ result: { finding, reason } }: { result: StepResult }) {
  return (
    <p className={styles.root} data-finding={finding}>
      <Icon of={FINDING_ICONS[finding]} className={styles.icon} />
      <span>
        <strong className={shared.medium}>{FINDING_TEXT[finding]}</strong>：{reason}
      </span>
    </p>
  )
}

/** Progress of the comparison. */
export function StepRuler({ steps, at, results }: ComparisonState) {
  return (
    <ol className={ruler.root} aria-label="比对进度">
      {steps.map((step, index) => {
        const finding = index < at ? results[index]?.finding : undefined
        return (
          <li
            className={classNames(ruler.step, tones.tones)}
            key={step}
            data-done={index < at || undefined}
            data-finding={finding}
            aria-current={index === at ? 'step' : undefined}
          >
            {STEP_TITLES[step].slice(1)}
            {finding && <VisuallyHidden>：{FINDING_TEXT[finding]}</VisuallyHidden>}
          </li>
        )
      })}
    </ol>
  )
}

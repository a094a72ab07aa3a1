import { CircleCheck, CircleHelp, CircleX, type LucideIconData } from '@lucide/icons'
import { classNames } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { useTexts } from '../texts/texts.tsx'
import tones from '../verdict-tones.module.css'
import styles from './finding-line.module.css'
import type { Finding, StepResult } from './judge-step.ts'
import ruler from './step-ruler.module.css'
import type { ComparisonState } from './use-comparison.ts'

export const FINDING_ICONS: Readonly<Record<Finding, LucideIconData>> = {
  match: CircleCheck,
  differ: CircleX,
  unsure: CircleHelp,
}

/** The result of a step in one line. */
export function FindingLine({ result: { finding, reason } }: { result: StepResult }) {
  const { findings, colon } = useTexts('comparison')
  return (
    <p className={styles.root} data-finding={finding}>
      <Icon of={FINDING_ICONS[finding]} className={styles.icon} />
      <span>
        <strong className={shared.medium}>{findings[finding]}</strong>
        {colon}
        {reason}
      </span>
    </p>
  )
}

/** Progress of the comparison. */
export function StepRuler({ steps, at, results }: ComparisonState) {
  const texts = useTexts('comparison')
  return (
    <ol className={ruler.root} aria-label={texts.progress}>
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
            {texts.steps[step].name}
            {finding && <VisuallyHidden>{texts.colon + texts.findings[finding]}</VisuallyHidden>}
          </li>
        )
      })}
    </ol>
  )
}

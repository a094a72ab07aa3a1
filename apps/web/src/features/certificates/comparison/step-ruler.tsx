import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { STEP_TITLES, type StepName } from './comparison-steps.ts'
import { FINDING_TEXT } from './finding-line.tsx'
import type { StepResult } from './judge-step.ts'
import styles from './step-ruler.module.css'

export interface StepRulerProps {
  steps: readonly StepName[]
  /** Index of the current step; beyond the last when all are done. */
  at: number
  results: readonly StepResult[]
}

/** Progress of the comparison. */
export function StepRuler({ steps, at, results }: StepRulerProps) {
  return (
    <ol className={styles.root} aria-label="比对进度">
      {steps.map((step, index) => {
        const finding = index < at ? results[index]?.finding : undefined
        return (
          <li
            className={styles.step}
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

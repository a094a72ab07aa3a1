import { STEPS } from './batch-words.ts'
import styles from './import.module.css'

/** The four steps on one ruler. @param at index of the current step, from 0 */
export function BatchSteps({ at, isDone }: { at: number; isDone: boolean }) {
  return (
    <ol className={styles.steps} aria-label="步骤">
      {STEPS.map((step, index) => {
        const isPast = index < at || isDone
        const isNow = index === at && !isDone
        return (
          <li key={step} data-done={isPast || undefined} aria-current={isNow ? 'step' : undefined}>
            {step}
          </li>
        )
      })}
    </ol>
  )
}

import { RichText } from '#ui/rich-text/rich-text.tsx'
import type { Step } from './range-text.ts'
import styles from './step-ruler.module.css'

/** The steps of a sample on a ruler: horizontal, on narrow screens vertical. */
export function StepRuler({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.root} data-steps={steps.length}>
      {steps.map(({ id, title, duration, by, text }) => (
        <li className={styles.step} key={id}>
          {duration && <p className={styles.duration}>{duration}</p>}
          <h3 className={styles.title} id={id}>
            {title}
          </h3>
          {by && <p className={styles.by}>{by}</p>}
          <RichText html={text} className={styles.text} />
        </li>
      ))}
    </ol>
  )
}

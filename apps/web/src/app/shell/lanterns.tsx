import { useResting } from '#lib/use-resting.ts'
import { DrawingPart } from '#ui/figures/drawing.tsx'
import styles from './lanterns.module.css'

const WORDS = ['新年', '快乐'] as const

/** New-year decoration: two lanterns in the margins below the header. */
export function Lanterns() {
  const resting = useResting()
  return (
    <div className={styles.root}>
      {WORDS.map(([upper, lower]) => (
        <svg
          key={upper}
          ref={resting}
          className={styles.lantern}
          viewBox="0 0 100 240"
          fill="none"
          stroke="currentColor"
          aria-hidden="true"
        >
          <DrawingPart name="lantern" x={0} y={0} width={100} height={240} />
          <text className={styles.word} x="50" y="98">
            {upper}
          </text>
          <text className={styles.word} x="50" y="134">
            {lower}
          </text>
        </svg>
      ))}
    </div>
  )
}

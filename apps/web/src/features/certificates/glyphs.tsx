import styles from './glyphs.module.css'

export interface GlyphsProps {
  text: string
  /** Marked positions, from 0. */
  marked: readonly number[]
  /** `wrong`: invalid. `doubtful`: easily misread. */
  tone: 'wrong' | 'doubtful'
  /** Text for screen readers. */
  label: string
}

/** Shows a number or code with a box for each character, to compare it with the paper. */
export function Glyphs({ text, marked, tone, label }: GlyphsProps) {
  return (
    <div className={styles.root} role="img" aria-label={label} data-tone={tone}>
      {[...text].map((sign, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is what it is
        <span className={styles.sign} key={place} data-marked={marked.includes(place) || undefined}>
          {sign}
        </span>
      ))}
    </div>
  )
}

/** `第 4、13 位`, counted from 1; empty when none is marked. */
export function formatPlaces(marked: readonly number[]): string {
  return marked.length > 0 ? `第 ${marked.map((place) => place + 1).join('、')} 位` : ''
}

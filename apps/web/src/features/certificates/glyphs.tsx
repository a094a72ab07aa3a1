import styles from './glyphs.module.css'

export interface GlyphsProps {
  text: string
  /** Places to look at, from 0. */
  marked: readonly number[]
  /** `wrong`: cannot be right. `doubtful`: is easily misread. */
  tone: 'wrong' | 'doubtful'
  /** Said to screen readers instead of the boxes. */
  label: string
}

/** A number or a code, a box for each sign, so that it can be held against the paper. */
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

/** `第 4、13 位`, counted from 1; nothing when none is marked. */
export function formatPlaces(marked: readonly number[]): string {
  return marked.length > 0 ? `第 ${marked.map((place) => place + 1).join('、')} 位` : ''
}

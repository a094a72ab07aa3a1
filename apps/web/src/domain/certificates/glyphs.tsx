import styles from './glyphs.module.css'

interface GlyphsProps {
  text: string
  /** Marked positions, from 0. */
  marked: readonly number[]
  /** `wrong`: invalid. `doubtful`: easily misread. */
  tone: 'wrong' | 'doubtful'
  /** Text for screen readers. */
  label: string
}

/** Shows a number or code with a box for each character, for comparison with the paper. */
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

/** Pairs of characters that are easily confused. */
const ALIKE_IN_CODE = ['2Z', '5S', '6G', '8B', 'UV', 'DQ']

/** Positions of a code that are easily misread, from 0. */
export function findDoubtfulPlaces(code: string): number[] {
  return [...code].flatMap((sign, place) => (ALIKE_IN_CODE.some((pair) => pair.includes(sign)) ? [place] : []))
}

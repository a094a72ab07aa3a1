import { Drawing } from '#ui/figures/drawing.tsx'
import { DRAWING_SIZES } from '#ui/figures/drawing-names.ts'
import { SpectrumBars } from '#ui/figures/spectrum.tsx'
import styles from './plate.module.css'
import { choosePlate, type PlateSubject, type PlateTone } from './plate-choice.ts'

export interface PlateProps extends PlateSubject {
  /** Another ground than the one the article would get. */
  tone?: PlateTone
  className?: string | undefined
}

/** The computed cover of an article without a picture: decoration, so it is hidden from screen readers. */
export function Plate({ articleId, categoryId, title, tone, className }: PlateProps) {
  const choice = choosePlate({ articleId, categoryId, title })
  const isCurve = DRAWING_SIZES[choice.drawing].isStretchable === true
  return (
    <span
      className={className ? `${styles.root} ${className}` : styles.root}
      data-tone={tone ?? choice.tone}
      aria-hidden="true"
    >
      <Drawing name={choice.drawing} tone={choice.ink} className={isCurve ? styles.curve : styles.drawing} />
      {choice.bars && <SpectrumBars stone={choice.bars} className={styles.bars} />}
    </span>
  )
}

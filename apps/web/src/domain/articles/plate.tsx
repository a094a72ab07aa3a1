import { classNames } from '#lib/class-names.ts'
import { Drawing } from '#ui/figures/drawing.tsx'
import { DRAWING_SIZES } from '#ui/figures/drawing-names.ts'
import { SpectrumBars } from '#ui/figures/spectrum.tsx'
import styles from './plate.module.css'
import { choosePlate, type PlateSubject, type PlateTone } from './plate-choice.ts'

export interface PlateProps extends PlateSubject {
  /** Overrides the background. */
  tone?: PlateTone
  className?: string | undefined
}

/** The computed, decorative cover of an article without a picture. */
export function Plate({ articleId, categoryId, title, tone, className }: PlateProps) {
  const choice = choosePlate({ articleId, categoryId, title })
  const isCurve = DRAWING_SIZES[choice.drawing].isStretchable === true
  return (
    <span className={classNames(styles.root, className)} data-tone={tone ?? choice.tone} aria-hidden="true">
      <Drawing name={choice.drawing} tone={choice.ink} className={isCurve ? styles.curve : styles.drawing} />
      {choice.bars && <SpectrumBars stone={choice.bars} className={styles.bars} />}
    </span>
  )
}

import { classNames } from '#lib/class-names.ts'
import styles from './drawing.module.css'
import { DRAWING_SIZES, type DrawingName } from './drawing-names.ts'
/** The sprite with all other drawings; a drawing is `${spriteUrl}#name`. */
import spriteUrl from './drawings.svg?no-inline'
import type { GemTone } from './gem-drawing.ts'
/** The mark has a file of its own: every page shows it, and many pages show nothing else. */
import markUrl from './mark.svg?no-inline'

export interface DrawingProps {
  name: DrawingName
  /** Line colour; by default `--drawing-ink`. */
  tone?: GemTone
  className?: string | undefined
  /** Accessible name; without it the drawing is decorative. */
  label?: string
}

/**
 * A full-width line drawing from the sprite. Lines are `1.1px` wide at any size, or as wide as the CSS `stroke-width`.
 */
export function Drawing({ name, tone = 'plain', className, label }: DrawingProps) {
  const { width, height, isStretchable } = DRAWING_SIZES[name]
  return (
    <svg
      className={classNames(styles.root, className)}
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isStretchable ? 'none' : undefined}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={getAddress(name)} />
    </svg>
  )
}

export interface DrawingPartProps {
  name: DrawingName
  /** Position and size in the surrounding svg. */
  x: number
  y: number
  width: number
  height: number
}

/** A drawing inside another `<svg>`, which sets colour and line width. */
export function DrawingPart({ name, ...place }: DrawingPartProps) {
  return <use href={getAddress(name)} {...place} />
}

function getAddress(name: DrawingName): string {
  return `${name === 'mark' ? markUrl : spriteUrl}#${name}`
}

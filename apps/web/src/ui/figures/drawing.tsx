import { spriteUrl } from 'virtual:drawings'
import styles from './drawing.module.css'
import { DRAWING_SIZES, type DrawingName } from './drawing-names.ts'
import type { GemTone } from './gem-drawing.ts'

export interface DrawingProps {
  name: DrawingName
  /** Colour of the lines; without it they take `--drawing-ink`, or the colour of all drawings. */
  tone?: GemTone
  className?: string | undefined
  /** What the drawing says, when it says something; without it, it is hidden from screen readers. */
  label?: string
}

/**
 * A line drawing from the sprite, as wide as its place. Lines keep one width on the screen at any size: `1.1px`, or
 * the CSS `stroke-width` given through `className`.
 */
export function Drawing({ name, tone = 'plain', className, label }: DrawingProps) {
  const { width, height, isStretchable } = DRAWING_SIZES[name]
  return (
    <svg
      className={className ? `${styles.root} ${className}` : styles.root}
      data-tone={tone}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={isStretchable ? 'none' : undefined}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}

export interface DrawingPartProps {
  name: DrawingName
  /** The drawing's place in the svg around it, in that svg's units. */
  x: number
  y: number
  width: number
  height: number
}

/** A drawing inside a figure of one's own `<svg>`, for instance beside text. Colour and line width are the figure's. */
export function DrawingPart({ name, ...place }: DrawingPartProps) {
  return <use href={`${spriteUrl}#${name}`} {...place} />
}

import { classNames } from '#lib/class-names.ts'
import styles from './drawing.module.css'
import { getDrawingAddress } from './drawing-address.ts'
import { DRAWINGS, type DrawingName } from './drawing-names.ts'
import type { GemTone } from './gem-drawing.ts'
import { MarkLines } from './mark.tsx'

export interface DrawingProps {
  name: DrawingName
  /** Line colour; by default `--drawing-ink`. */
  tone?: GemTone
  className?: string | undefined
  /** Accessible name; without it the drawing is decorative. */
  label?: string
  /** Whether to load the file of several drawings, because the page shows many. */
  isShared?: boolean
}

/**
 * A full-width line drawing. Lines are `1.1px` wide at any size, or as wide as the CSS `stroke-width`.
 */
export function Drawing({ name, tone = 'plain', className, label, isShared = false }: DrawingProps) {
  const { width, height, isStretchable } = DRAWINGS[name]
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
      {name === 'brilliant-plan' ? (
        <MarkLines vectorEffect="non-scaling-stroke" />
      ) : (
        <use href={getDrawingAddress(name, isShared)} />
      )}
    </svg>
  )
}

export interface DrawingPartProps extends Pick<DrawingProps, 'name' | 'isShared'> {
  /** Position and size in the surrounding svg. */
  x: number
  y: number
  width: number
  height: number
}

/** A drawing inside another `<svg>`, which sets colour and line width. */
export function DrawingPart({ name, isShared = false, ...place }: DrawingPartProps) {
  if (name === 'brilliant-plan') {
    return (
      <g transform={`translate(${place.x} ${place.y}) scale(${place.width / DRAWINGS[name].width})`}>
        <MarkLines vectorEffect="non-scaling-stroke" />
      </g>
    )
  }
  return <use href={getDrawingAddress(name, isShared)} {...place} />
}

import type { LucideIconData } from '@lucide/icons'
import { createElement, type ReactElement } from 'react'

export interface IconProps {
  of: LucideIconData
  /** Size in px: 20 in controls, 18 in buttons, 15 in lines of details. */
  sizePx?: number
  className?: string | undefined
}

const ROOT_PX = 16

/** A decorative line icon in the text's colour; needs a label beside or around it. */
export function Icon({ of: glyph, sizePx = 20, className }: IconProps) {
  // Size in rem, so that the icon scales with the text.
  const size = `${sizePx / ROOT_PX}rem`
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {renderShapes(glyph)}
    </svg>
  )
}

const shapes = new WeakMap<LucideIconData, ReactElement[]>()

/** Shapes are cached: a page has some seventy icons of several shapes each. */
function renderShapes(glyph: LucideIconData): ReactElement[] {
  const known = shapes.get(glyph)
  if (known) return known
  const elements = glyph.node.map(([tag, attributes]) => createElement(tag, attributes))
  shapes.set(glyph, elements)
  return elements
}

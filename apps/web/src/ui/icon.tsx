import type { LucideIconData } from '@lucide/icons'
import { createElement, type ReactElement } from 'react'

export interface IconProps {
  /** An icon of `@lucide/icons`, imported by itself. */
  of: LucideIconData
  /** 20 in controls, 18 in buttons, 15 in lines of details. */
  sizePx?: number
  className?: string | undefined
}

const ROOT_PX = 16

/** A line icon in the colour of the text; always beside words or inside something that has a label. */
export function Icon({ of: glyph, sizePx = 20, className }: IconProps) {
  // In rem, so that it grows with the text.
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
      {shapesOf(glyph)}
    </svg>
  )
}

const shapes = new WeakMap<LucideIconData, ReactElement[]>()

/** Made once for each icon: a page has seventy of them, and each of their shapes is an element. */
function shapesOf(glyph: LucideIconData): ReactElement[] {
  const known = shapes.get(glyph)
  if (known) return known
  const made = glyph.node.map(([tag, attributes]) => createElement(tag, attributes))
  shapes.set(glyph, made)
  return made
}

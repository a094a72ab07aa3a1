import type { LucideIcon } from 'lucide-react'

export interface IconProps {
  /** An icon of `lucide-react`, imported by itself. */
  of: LucideIcon
  /** 20 in controls, 18 in buttons, 15 in lines of details. */
  sizePx?: number
  className?: string | undefined
}

const ROOT_PX = 16

/** A line icon in the colour of the text; always beside words or inside something that has a label. */
export function Icon({ of: Glyph, sizePx = 20, className }: IconProps) {
  // In rem, so that it grows with the text.
  return <Glyph className={className} size={`${sizePx / ROOT_PX}rem`} strokeWidth={1.5} aria-hidden="true" />
}

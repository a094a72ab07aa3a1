import type { LucideIconData } from '@lucide/icons'
import { type SvgShape, toSvgContent } from '#lib/html/svg-shapes.ts'

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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant shapes of the library
      dangerouslySetInnerHTML={getShapes(glyph)}
    />
  )
}

const knownShapes = new WeakMap<LucideIconData, ReturnType<typeof toSvgContent>>()

/** Shapes are cached: a page has some seventy icons of several shapes each. */
function getShapes(glyph: LucideIconData) {
  const shapes = knownShapes.get(glyph) ?? toSvgContent(glyph.node as SvgShape[])
  knownShapes.set(glyph, shapes)
  return shapes
}

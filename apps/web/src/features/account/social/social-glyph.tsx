import { SOCIAL_GLYPHS } from './social-glyphs.ts'

const ROOT_PX = 16

/** The mark of a provider in the colour of the text; always inside something that has a label. */
export function SocialGlyph({ name, sizePx }: { name: keyof typeof SOCIAL_GLYPHS; sizePx: number }) {
  const size = `${sizePx / ROOT_PX}rem`
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden="true">
      <path d={SOCIAL_GLYPHS[name]} />
    </svg>
  )
}

import type { Style, Typesetter } from './typesetter.ts'

interface Fit {
  width: number
  lines: number
  /** Sizes from largest to smallest, pt. */
  sizes: readonly number[]
}

/** Breaks a text into lines in the largest size at which they fit; at the smallest, the last line ends with «…». */
export function fitLines(type: Typesetter, text: string, style: Style, { width, lines, sizes }: Fit) {
  for (const size of sizes) {
    const sized = { ...style, size }
    const broken = type.splitLines(text, sized, width)
    if (broken.length <= lines) return { lines: broken, style: sized }
  }
  const sized = { ...style, size: sizes.at(-1) ?? style.size }
  const broken = type.splitLines(text, sized, width)
  const last = [...(broken[lines - 1] ?? '')]
  while (last.length > 0 && type.measureWidth(`${last.join('')}…`, sized) > width) last.pop()
  return { lines: [...broken.slice(0, lines - 1), `${last.join('')}…`], style: sized }
}

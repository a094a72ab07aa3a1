import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

export type Weight = 'regular' | 'bold'
export type SheetFonts = Readonly<Record<Weight, Font>>

const FILES = { regular: 'NotoSansHans-Regular.otf', bold: 'NotoSansHans-Bold.otf' } as const

let kept: SheetFonts | undefined

/** Noto Sans for simplified Chinese, 30,000 characters, read once in a process: about 0.2 s. */
export function sheetFonts(): SheetFonts {
  kept ??= { regular: readFont(FILES.regular), bold: readFont(FILES.bold) }
  return kept
}

function readFont(file: string): Font {
  const entry = fileURLToPath(import.meta.resolve('@embedpdf/fonts-sc'))
  const font = create(readFileSync(path.join(path.dirname(entry), '../fonts', file)))
  if (!('glyphForCodePoint' in font)) throw new Error(`${file} is a collection of fonts`)
  meetEveryGlyph(font)
  return font
}

/**
 * Several characters share a drawing (– and ‒, 一 and the radical ⼀), and a glyph keeps the first that it was asked for,
 * which is what a reader of the PDF copies. So each is asked for here once, the usual character first.
 */
function meetEveryGlyph(font: Font): void {
  const usualFirst = font.characterSet.toSorted((one, other) => oddity(one) - oddity(other) || one - other)
  for (const codePoint of usualFirst) font.glyphForCodePoint(codePoint)
}

/** The unusual characters among those that share a drawing have the greater number. */
function oddity(codePoint: number): number {
  const isWithin = (from: number, to: number) => codePoint >= from && codePoint <= to
  if (isWithin(0x20, 0x7e) || codePoint === 0x2013) return 0
  if (isWithin(0x3000, 0x303f) || isWithin(0x3400, 0x9fff)) return 1
  if (isWithin(0x2e80, 0x2fdf) || isWithin(0xf900, 0xfaff) || codePoint < 0x20) return 3
  return 2
}

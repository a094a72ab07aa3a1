import encodeQR from 'qr'
import { type Box, INK } from './sheet-geometry.ts'
import type { Pen } from './sheet-pen.ts'

/** White border that a scanner needs (ISO/IEC 18004), in modules. */
const QUIET = 4

/**
 * Draws a QR code as one vector path on white. It has the lowest error correction: a receipt is long, and on paper
 * larger modules are read better than smaller ones with more correction.
 */
export function drawQr({ doc }: Pen, text: string, { x, y, width }: Pick<Box, 'x' | 'y' | 'width'>): void {
  const modules = encodeQR(text, 'raw', { ecc: 'low', border: QUIET })
  const step = width / modules.length
  doc.rect(x, y, width, width).lineWidth(0.5).fillAndStroke(INK.surface, INK.line)
  modules.forEach((row, line) => {
    for (const { from, length } of findDarkRuns(row)) {
      doc.rect(x + from * step, y + line * step, length * step, step)
    }
  })
  doc.fill(INK.deep)
}

/** Merges neighbouring dark modules into one rectangle, so that no seam shows. */
export function findDarkRuns(row: readonly (boolean | undefined)[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = []
  row.forEach((isDark, index) => {
    if (!isDark) return
    const last = runs.at(-1)
    if (last && last.from + last.length === index) last.length += 1
    else runs.push({ from: index, length: 1 })
  })
  return runs
}

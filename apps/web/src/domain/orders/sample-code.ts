import { encodeQR } from 'qr'

/** Modules of the code of a sample, without its quiet zone. */
export const SAMPLE_CODE_MODULES = 21

/** Draws the 17 digits of a number, which fill a code of 21 modules with the highest correction exactly. @returns an SVG path */
export function drawSampleCode(sampleNo: string): string {
  // The narrowest border that the encoder makes is one module; labels have their own quiet zone.
  const rows = encodeQR(sampleNo.slice(2), 'raw', { ecc: 'high', encoding: 'numeric', version: 1, border: 1 })
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x - 1} ${y - 1}h1v1h-1z` : []))).join('')
}

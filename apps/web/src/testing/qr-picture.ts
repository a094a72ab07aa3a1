import { encodeQR } from 'qr'

/**
 * Makes a QR code of RGBA pixels.
 * @param scale px per module
 */
export function makeQrPicture(text: string, scale = 4): { width: number; height: number; data: Uint8ClampedArray } {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const side = rows.length * scale
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let at = 0; at < side * side; at += 1) {
    const isDark = rows[Math.floor(at / side / scale)]?.[Math.floor((at % side) / scale)]
    if (isDark) data.fill(0, at * 4, at * 4 + 3)
  }
  return { width: side, height: side, data }
}

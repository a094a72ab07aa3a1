import decodeQR from 'qr/decode.js'
import { extractText, renderPage } from './poppler.ts'

/**
 * Reads a card as a customer does: its text with blanks removed, the address of its QR code, from the pixels, and the
 * code under the foil.
 */
export function readCard(pdf: Uint8Array): { text: string; address: string; checkCode: string } {
  const text = extractText(pdf)
  const [, checkCode = ''] = /一同查询([2-9A-Z]{6})/.exec(text) ?? []
  // The position is the upper right part of the front, at 300 dpi.
  const corner = renderPage(pdf, 300, ['-x', '740', '-y', '190', '-W', '230', '-H', '230'])
  return { text, address: decodeQR(corner), checkCode }
}

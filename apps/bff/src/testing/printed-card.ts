import decodeQR from 'qr/decode.js'
import { extractPages, extractText, type Raster, renderOddPages, renderPage } from './poppler.ts'

export interface PrintedCard {
  /** Text of both sides, with blanks removed. */
  text: string
  /** Address in the QR code. */
  address: string
  checkCode: string
}

/** The position is the upper right part of the front, at 300 dpi. */
const QR_CORNER = ['-x', '740', '-y', '190', '-W', '230', '-H', '230']

/**
 * Reads a card as a customer does: its text with blanks removed, the address of its QR code, from the pixels, and the
 * code under the foil.
 */
export function readCard(pdf: Uint8Array): PrintedCard {
  return readSides(extractText(pdf), renderPage(pdf, 300, QR_CORNER))
}

/** Reads a file of cards, whose front and back follow each other. */
export function readCards(pdf: Uint8Array): PrintedCard[] {
  const texts = extractPages(pdf)
  return renderOddPages(pdf, 300, QR_CORNER).map((corner, at) =>
    readSides(`${texts[2 * at]}${texts[2 * at + 1]}`, corner),
  )
}

function readSides(text: string, corner: Raster): PrintedCard {
  const [, checkCode = ''] = /一同查询([2-9A-Z]{6})/.exec(text) ?? []
  return { text, address: decodeQR(corner), checkCode }
}

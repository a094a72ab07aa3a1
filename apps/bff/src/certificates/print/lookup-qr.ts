import type { ShortLookupPath } from '@portal/contract/certificates/desk/print-rules.ts'
import encodeQR from 'qr'
import { findDarkRuns } from '../pdf/qr-mark.ts'
import { INK } from '../pdf/sheet-geometry.ts'
import type { Pen } from '../pdf/sheet-pen.ts'
import { DOT, onDots } from './lengths.ts'

/** White border that a scanner needs (ISO/IEC 18004), in modules. */
const QUIET = 4
/** Smallest QR code: version 4 has 33 modules, and at level M holds this many bytes. */
const LEAST = { version: 4, bytes: 62 }

/**
 * A printer paints every dot that a shape touches: rounding errors would add dots at the edges, so each shape is
 * smaller by this. pt
 */
const INSET = DOT / 50

/** Returns the lookup address of one version, short enough for 33 modules on most hosts. */
export function makeLookupAddress(
  origin: string,
  { certificateNo, version }: { certificateNo: string; version: number },
  path: ShortLookupPath = '/c',
) {
  return `${origin}${path}/${certificateNo}?v=${version}`
}

/** Returns the modules of a QR code with its quiet zone; a longer address needs more of them. */
export function makeModules(address: string): readonly (readonly (boolean | undefined)[])[] {
  const version = Buffer.byteLength(address) <= LEAST.bytes ? { version: LEAST.version } : {}
  return encodeQR(address, 'raw', { ecc: 'medium', border: QUIET, ...version })
}

/**
 * Side of a code with its quiet zone, pt.
 * @param dots dots of a module at 300 dpi
 */
export const measureSide = (address: string, dots: number): number => makeModules(address).length * dots * DOT

/**
 * Draws a QR code as one path on white, with every module in whole dots.
 * @param dots dots of a module at 300 dpi
 */
export function drawLookupQr({ doc }: Pen, address: string, at: { x: number; y: number; dots: number }): void {
  const modules = makeModules(address)
  const step = at.dots * DOT
  const [x, y] = [onDots(at.x), onDots(at.y)]
  doc.rect(x, y, modules.length * step, modules.length * step).fill(INK.surface)
  modules.forEach((row, line) => {
    for (const { from, length } of findDarkRuns(row)) {
      doc.rect(x + from * step + INSET, y + line * step + INSET, length * step - 2 * INSET, step - 2 * INSET)
    }
  })
  doc.fill(INK.deep)
}

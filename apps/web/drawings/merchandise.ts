import { circle, line } from './markup.ts'

/** The four things of the shop, drawn by hand in a 200 px square. */

export function drawLoupe(): string {
  return (
    circle(82, 82, 52) +
    circle(82, 82, 42) +
    line('M54 74a30 30 0 0 1 22-22', 0.5) +
    line('M119 119l14 14M127 141l14-14 36 36a10 10 0 0 1-14 14z')
  )
}

export function drawAtlas(): string {
  return (
    line('M40 28h110a8 8 0 0 1 8 8v136H48a8 8 0 0 1-8-8zM40 164a8 8 0 0 1 8-8h110M56 28v128') +
    line('M84 84l24-26 24 26-24 30zM84 84h48M98 84l10 30 10-30-10-26z')
  )
}

export function drawCertificateFolder(): string {
  return (
    line('M30 60h140v96H30zM30 60l70 54 70-54') +
    line('M46 60V40h108v20M62 40V26h76v14', 0.55) +
    circle(100, 128, 12) +
    circle(100, 128, 8)
  )
}

export function drawColourCard(): string {
  return (
    line('M76 20h48l12 12v136l-12 12H76l-12-12V32z') +
    circle(100, 38, 5) +
    line('M80 96c4-14 36-14 40 0s-36 16-40 0z') +
    line('M76 130h48M76 140h48M76 150h30', 0.5)
  )
}

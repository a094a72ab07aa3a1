import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { afterAll, expect, it } from 'vitest'
import { CERTIFICATES, makePng } from '#testing/sample-certificates.ts'
import type { PrintItem, PrintLayout } from './print-types.ts'
import { createStaffPrinter } from './staff-printer.ts'

const CARDS = 500
const MIB = 1024 * 1024
/** Maximum growth of memory during the print, including the fonts of its thread. */
const MEMORY_MIB = 300
const FACTS = { siteName: '石衡珠宝玉石检测中心', phone: '', origin: 'https://www.lab-example.cn' }
const EXACT = { offsetX: 0, offsetY: 0, scaleX: 1000, scaleY: 1000 }
const LAYOUT: PrintLayout = {
  kind: 'card',
  withCode: true,
  withBleed: true,
  grid: '5x13',
  startCell: 1,
  calibration: EXACT,
}
const PICTURE = makePng(1200, 900)

const printer = createStaffPrinter()
afterAll(() => printer.close())

async function* generateCards(onAsked: (count: number) => void): AsyncGenerator<PrintItem> {
  for (let serial = 1; serial <= CARDS; serial += 1) {
    onAsked(serial)
    const certificateNo = makeCertificateNo('20261103', serial)
    const pictures = [{ url: '/file/img/a.png', widthMm: 30 }]
    yield {
      certificate: { ...CERTIFICATES.turquoise, certificateNo, pictures },
      replaces: null,
      marks: [],
      signatures: [],
      publishedMs: Date.parse('2026-11-03T04:30:00Z'),
      checkCode: '7K3M9Q',
      pictures: [PICTURE],
    }
  }
}

it(`prints ${CARDS} cards page by page in bounded memory`, { timeout: 240_000 }, async () => {
  const before = process.memoryUsage.rss()
  const startedMs = Date.now()
  let most = before
  let bytes = 0
  let pages = 0
  const items = generateCards(() => {
    most = Math.max(most, process.memoryUsage.rss())
  })
  for await (const chunk of printer.print({
    layout: LAYOUT,
    facts: FACTS,
    items,
    signal: new AbortController().signal,
  })) {
    bytes += chunk.length
    pages += Buffer.from(chunk).toString('latin1').split('/Type /Page\n').length - 1
  }
  const grown = (most - before) / MIB
  process.stdout.write(
    `${CARDS} cards: ${((Date.now() - startedMs) / 1000).toFixed(1)} s, ${(bytes / MIB).toFixed(1)} MiB, ${grown.toFixed(0)} MiB more memory\n`,
  )
  expect(pages).toBe(2 * CARDS)
  expect(grown).toBeLessThan(MEMORY_MIB)
  expect(printer.size).toBe(0)
})

it('ends the thread of a cancelled print, and requests no further card', { timeout: 60_000 }, async () => {
  const cancelled = new AbortController()
  let asked = 0
  const items = generateCards((count) => {
    asked = count
    if (count === 5) cancelled.abort()
  })
  const print = async () => {
    for await (const _chunk of printer.print({ layout: LAYOUT, facts: FACTS, items, signal: cancelled.signal }));
  }
  await expect(print()).rejects.toThrow('cancelled')
  expect(asked).toBe(5)
  expect(printer.size).toBe(0)
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CERTIFICATES, validAnswer } from '#testing/sample-certificates.ts'
import type { CertificateSheet } from './certificate-pdf.ts'
import { createPdfPrinter, type PdfPrinter } from './pdf-printer.ts'

const SHEET: CertificateSheet = {
  answer: validAnswer(CERTIFICATES.jade),
  pictures: [],
  receipt: null,
  origin: 'https://www.example.cn',
  siteName: '石衡珠宝玉石检测中心',
  phone: '',
  lookedUpAtMs: 0,
}
const BROKEN: CertificateSheet = { ...SHEET, answer: { state: 'unknown' } }

let printer: PdfPrinter
beforeEach(() => {
  printer = createPdfPrinter({ atOnce: 2 })
})
afterEach(() => printer.close())

describe('the printer of certificates', () => {
  it('draws several one after another, each its own', async () => {
    const other = { ...SHEET, answer: validAnswer(CERTIFICATES.diamond) }
    const [one, two] = await Promise.all([printer.print(async () => SHEET), printer.print(async () => other)])
    expect(Buffer.from(one).subarray(0, 5).toString()).toBe('%PDF-')
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false)
    expect(Buffer.from(one).equals(Buffer.from(await printer.print(async () => SHEET)))).toBe(true)
  })

  it('refuses one more than it has places for, says when to come again, and then has a place', async () => {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const slow = async () => {
      await held
      return SHEET
    }
    const both = [printer.print(slow), printer.print(slow)]
    await expect(printer.print(slow)).rejects.toMatchObject({ code: 503, retryAfterSeconds: 5 })
    letGo()
    await Promise.all(both)
    await expect(printer.print(slow)).resolves.toBeInstanceOf(Uint8Array)
  })

  it('tells whoever waits for a sheet that cannot be drawn, and draws the next', async () => {
    await expect(printer.print(async () => BROKEN)).rejects.toThrow('no certificate')
    await expect(printer.print(() => Promise.reject(new Error('no pictures')))).rejects.toThrow('no pictures')
    await expect(printer.print(async () => SHEET)).resolves.toBeInstanceOf(Uint8Array)
  })

  it('gives up a drawing that takes too long, and starts anew', async () => {
    const hasty = createPdfPrinter({ timeoutMs: 1 })
    await expect(hasty.print(async () => SHEET)).rejects.toThrow('not drawn')
    await expect(hasty.print(async () => SHEET)).rejects.toThrow('not drawn')
    await hasty.close()
  })

  it('tells whoever still waits when the site closes', async () => {
    const waiting = printer.print(async () => SHEET)
    const refused = expect(waiting).rejects.toThrow('not drawn')
    await Promise.resolve()
    await printer.close()
    await refused
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CERTIFICATES, makeValidAnswer } from '#testing/sample-certificates.ts'
import type { CertificateSheet } from './certificate-pdf.ts'
import { createPdfPrinter } from './pdf-printer.ts'

const SHEET: CertificateSheet = {
  answer: makeValidAnswer(CERTIFICATES.jade),
  pictures: [],
  receipt: null,
  origin: 'https://www.example.cn',
  siteName: '石衡珠宝玉石检测中心',
  phone: '',
  lookedUpAtMs: 0,
}
const BROKEN: CertificateSheet = { ...SHEET, answer: { state: 'unknown' } }

let printer: ReturnType<typeof createPdfPrinter>
// All tests share one printer, because its thread starts slowly.
beforeAll(() => {
  printer = createPdfPrinter({ atOnce: 2, clientsWaiting: 2 })
})
afterAll(() => printer.close())

describe('the certificate printer', () => {
  it('draws concurrent requests as separate sheets', async () => {
    const other = { ...SHEET, answer: makeValidAnswer(CERTIFICATES.diamond) }
    const [one, two] = await Promise.all([
      printer.print('one', async () => SHEET),
      printer.print('one', async () => other),
    ])
    expect(Buffer.from(one).subarray(0, 5).toString()).toBe('%PDF-')
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(false)
    expect(Buffer.from(one).equals(Buffer.from(await printer.print('one', async () => SHEET)))).toBe(true)
  })

  /** Makes a print whose sheet arrives when the test releases it. */
  function hold() {
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const printSlowly = async () => {
      await held
      return SHEET
    }
    return { printSlowly, letGo: () => letGo() }
  }

  it('serves another client while eight prints of one client wait', async () => {
    const { printSlowly, letGo } = hold()
    const eight = Array.from({ length: 8 }, () => printer.print('one', printSlowly))
    await expect(printer.print('other', async () => SHEET)).resolves.toBeInstanceOf(Uint8Array)
    letGo()
    for (const pdf of await Promise.all(eight)) expect(pdf).toBeInstanceOf(Uint8Array)
  })

  it('refuses with Retry-After when one client or all clients together have too many prints waiting', async () => {
    const { printSlowly, letGo } = hold()
    const own = Array.from({ length: 9 }, () => printer.print('one', printSlowly))
    await expect(printer.print('one', printSlowly)).rejects.toMatchObject({ code: 429, retryAfterSeconds: 5 })
    const others = ['two', 'three', 'four'].map((client) => printer.print(client, printSlowly))
    await expect(printer.print('five', printSlowly)).rejects.toMatchObject({ code: 503, retryAfterSeconds: 5 })
    letGo()
    await Promise.all([...own, ...others])
    await expect(printer.print('five', printSlowly)).resolves.toBeInstanceOf(Uint8Array)
  })

  it('rejects a sheet that cannot be drawn, and draws the next', async () => {
    await expect(printer.print('one', async () => BROKEN)).rejects.toThrow('no certificate')
    await expect(printer.print('one', () => Promise.reject(new Error('no pictures')))).rejects.toThrow('no pictures')
    await expect(printer.print('one', async () => SHEET)).resolves.toBeInstanceOf(Uint8Array)
  })

  it('aborts a drawing that takes too long, and accepts the next', async () => {
    const hasty = createPdfPrinter({ timeoutMs: 1 })
    await expect(hasty.print('one', async () => SHEET)).rejects.toThrow('not drawn')
    await expect(hasty.print('one', async () => SHEET)).rejects.toThrow('not drawn')
    await hasty.close()
  })

  it('rejects waiting prints when it closes', async () => {
    const closing = createPdfPrinter()
    const waiting = closing.print('one', async () => SHEET)
    const refused = expect(waiting).rejects.toThrow('not drawn')
    await Promise.resolve()
    await closing.close()
    await refused
  })
})

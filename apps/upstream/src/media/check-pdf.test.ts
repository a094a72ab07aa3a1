import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { makePdf, makeStream } from '#testing/make-pdf.ts'
import { checkPdf } from './check-pdf.ts'
import { createPdfChecker } from './check-pdf-in-time.ts'

const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>'
const hide = (object: string) => makeStream(`7 0 ${object}`, '/Type /ObjStm /N 1 /First 4')
const fault = (bytes: Buffer) => {
  const checked = checkPdf(bytes)
  return 'fault' in checked ? checked.fault : ''
}

describe('the check of a PDF', () => {
  it('passes a plain one, its jump to a page and its compressed text', () => {
    expect(checkPdf(makePdf())).toEqual({ pages: 1 })
    expect(checkPdf(makePdf({ catalog: '/OpenAction [3 0 R /Fit]' }))).toEqual({ pages: 1 })
    expect(checkPdf(makePdf({ catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' }))).toEqual({ pages: 1 })
    expect(checkPdf(makePdf({ objects: [makeStream('BT (JavaScript Launch) Tj ET')] }))).toEqual({ pages: 1 })
    // A picture may be larger than the limit of decompressed text, and its bytes may look like a name.
    const picture = makeStream(Buffer.concat([Buffer.alloc(70 << 20), Buffer.from('/JS ')]), '/Subtype /Image')
    expect(checkPdf(makePdf({ objects: [picture] }))).toEqual({ pages: 1 })
  })

  it.each([
    ['JavaScript', makePdf({ objects: [SCRIPT] }), '脚本（JavaScript）'],
    ['a name in codes', makePdf({ objects: [SCRIPT.replace('JavaScript', 'J#61vaScrip#74')] }), '脚本（JavaScript）'],
    ['a script in compressed objects', makePdf({ objects: [hide(SCRIPT)] }), '脚本（JavaScript）'],
    ['a script of another kind', makePdf({ objects: [hide('<< /JS (app.alert(1)) >>')] }), '脚本（JS）'],
    ['a script outside streams', makePdf({ objects: ['<</JS(app.alert(1))>>'] }), '脚本（JS）'],
    ['a script after a false stream', makePdf({ objects: [`% stream\n${SCRIPT}`] }), '脚本（JavaScript）'],
    [
      'compressed objects that call themselves a picture',
      makePdf({ objects: [makeStream(`7 0 ${SCRIPT}`, '/Subtype /Image /Type /ObjStm')] }),
      '脚本（JavaScript）',
    ],
    ['a program', makePdf({ objects: ['<< /S /Launch /F (cmd.exe) >>'] }), '启动程序的动作（Launch）'],
    ['an attachment', makePdf({ objects: ['<< /Type /EmbeddedFile >>'] }), '内嵌的附件（EmbeddedFile）'],
    ['rich media', makePdf({ objects: ['<< /Subtype /RichMedia >>'] }), '富媒体（RichMedia）'],
    ['a form with scripts', makePdf({ catalog: '/AcroForm << /XFA 4 0 R >>' }), '动态表单（XFA）'],
    ['an action at opening', makePdf({ catalog: '/OpenAction << /S /URI /URI (http://x.example) >>' }), 'OpenAction'],
    [
      'an action in its own object',
      makePdf({ catalog: '/OpenAction 4 0 R', objects: ['<< /S /URI >>'] }),
      'OpenAction',
    ],
    ['encryption', makePdf({ trailer: '/Encrypt 4 0 R' }), '已加密'],
    [
      'another compression of objects',
      makePdf({ objects: [hide('').toString('latin1').replace('/FlateDecode', '[/ASCIIHexDecode /FlateDecode]')] }),
      '压缩方式无法检查',
    ],
    ['a page named PDF', Buffer.from('<!doctype html><script>alert(1)</script>'), '不是完整的 PDF'],
    ['a page before the PDF', Buffer.concat([Buffer.from('<script>alert(1)</script>'), makePdf()]), '不是完整的 PDF'],
    ['an archive after the PDF', Buffer.concat([makePdf(), Buffer.alloc(2000, 'PK')]), '不是完整的 PDF'],
    ['half a PDF', makePdf().subarray(0, 100), '不是完整的 PDF'],
    ['a bomb', makePdf({ objects: [makeStream(Buffer.alloc(61 << 20))] }), '解压后超过 60 MB'],
    ['too many pages', makePdf({ objects: ['<< /Type /Pages /Count 501 >>'] }), '有 501 页，最多 500 页'],
  ])('refuses %s, and names it', (_what, bytes, words) => {
    expect(fault(bytes)).toContain(words)
  })

  it('ends after its time, and answers the next one', async () => {
    const check = createPdfChecker(undefined, 300)
    // Each of these streams is decompressed on its own.
    const stream = Buffer.concat([Buffer.from('stream\n'), deflateSync(Buffer.alloc(200)), Buffer.from(' ')])
    const slow = makePdf({ objects: [Buffer.concat(Array.from({ length: 400_000 }, () => stream))] })
    const began = Date.now()
    expect(await check(slow, '1')).toEqual({ fault: expect.stringContaining('用时过长') })
    expect(Date.now() - began).toBeLessThan(5000)
    expect(await createPdfChecker()(makePdf(), '1')).toEqual({ pages: 1 })
  })
})

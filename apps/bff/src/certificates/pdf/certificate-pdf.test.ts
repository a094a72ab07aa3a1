import type { Certificate, CertificateAnswer } from '@portal/contract/certificates/certificates.ts'
import { getCertificateTitle } from '@portal/contract/certificates/printed-rows.ts'
import decodeQR from 'qr/decode.js'
import { describe, expect, it } from 'vitest'
import {
  countPictures,
  extractText,
  findRightEdge,
  hasPoppler,
  readInfo,
  removeBlanks,
  renderPage,
  renderQrCorner,
} from '#testing/poppler.ts'
import {
  addUnnamedMembers,
  CERTIFICATES,
  FULL_CERTIFICATE,
  makePng,
  makeValidAnswer,
  NEWER_NO,
  SAMPLE_NO,
} from '#testing/sample-certificates.ts'
import { type CertificateSheet, drawCertificatePdf } from './certificate-pdf.ts'
import { loadSheetFonts } from './sheet-fonts.ts'
import { listSignatureRows, listTableRows } from './sheet-rows.ts'

const ORIGIN = 'https://www.example.cn'
/** A text with the length of a real receipt. */
const RECEIPT = `${'eyJhbGciOiJFZERTQSJ9'.padEnd(150, 'a')}.${'b'.repeat(240)}.${'C'.repeat(86)}`

function makeSheet(answer: CertificateAnswer, facts: Partial<CertificateSheet> = {}): CertificateSheet {
  const lookedUpAtMs = Date.parse('2026-11-21T01:41:07Z')
  const site = { siteName: '石衡珠宝玉石检测中心', phone: '027-8888 6600', origin: ORIGIN }
  return { answer, pictures: [], receipt: RECEIPT, lookedUpAtMs, ...site, ...facts }
}

const draw = (answer: CertificateAnswer, facts: Partial<CertificateSheet> = {}) =>
  drawCertificatePdf(makeSheet(answer, facts))

function expectEveryField(text: string, certificate: Certificate): void {
  for (const { label, value } of [...listTableRows(certificate), ...listSignatureRows(certificate)]) {
    expect(text).toContain(removeBlanks(label))
    expect(text, label).toContain(removeBlanks(value))
  }
  expect(text).toContain(getCertificateTitle(certificate.category)[0])
  expect(text).toContain(certificate.certificateNo)
  expect(text).toContain(removeBlanks(certificate.conclusion))
}

describe('a certificate as a PDF', () => {
  // This test runs first, before any sheet is drawn.
  it('maps a shared glyph to its most common character, whichever was drawn first', () => {
    const { regular } = loadSheetFonts()
    const getCodePoints = (character: string) => regular.glyphForCodePoint(character.codePointAt(0) ?? 0).codePoints
    expect(getCodePoints('\u2012')).toEqual([0x2013])
    expect(getCodePoints('⼀')).toEqual(['一'.codePointAt(0)])
    expect(getCodePoints('\u00a0')).toEqual([0x20])
  })

  it('is byte-identical for the same answer, independent of earlier drawings', async () => {
    const one = await draw(makeValidAnswer(FULL_CERTIFICATE))
    // Characters that share a glyph with more common ones.
    await draw(makeValidAnswer({ ...CERTIFICATES.jade, remarks: '⼀\u2012\u00a0⽤' }))
    expect(one.equals(await draw(makeValidAnswer(FULL_CERTIFICATE)))).toBe(true)
  })

  it.skipIf(!hasPoppler)('keeps the date of issue clear of the seal beside six signatures and dates', async () => {
    const signed = listSignatureRows(FULL_CERTIFICATE).map(({ member }) => member)
    expect(signed).toEqual(['inspector', 'reviewer', 'approver', 'receivedOn', 'testedOn', 'issuedOn'])
    const pdf = await draw(makeValidAnswer(FULL_CERTIFICATE))
    // 588 is the left edge of the seal.
    expect(findRightEdge(pdf, FULL_CERTIFICATE.issuedOn)).toBeLessThan(588)
  })

  it.skipIf(!hasPoppler)('is in English on request, on one page, with untranslated terms in Chinese', async () => {
    const pdf = await draw(makeValidAnswer(FULL_CERTIFICATE), { isEnglish: true })
    expect(pdf.toString('latin1')).toContain('/Lang (en)')
    const text = extractText(pdf)
    for (const words of ['Gem Identification Certificate', 'Certificate No.', 'Conclusion', 'Official site']) {
      expect(text).toContain(removeBlanks(words))
    }
    expect(text).toContain(removeBlanks(FULL_CERTIFICATE.conclusion))
    expect(text).not.toContain('检验结论')
    expect(text).toContain(removeBlanks('Refractive index1.61 (spot reading)'))
    const withdrawn = { state: 'withdrawn', certificateNo: SAMPLE_NO, certificate: FULL_CERTIFICATE } as const
    expect(extractText(await draw(withdrawn, { isEnglish: true }))).toContain(
      removeBlanks('This certificate is no longer valid'),
    )
  })

  it('declares Chinese as its language and shows its title', async () => {
    const pdf = (await draw(makeValidAnswer(CERTIFICATES.jade))).toString('latin1')
    expect(pdf).toContain('/Lang (zh-CN)')
    expect(pdf).toContain('/DisplayDocTitle true')
  })

  it('is refused for an answer without a certificate', async () => {
    await expect(draw({ state: 'unknown', supportNo: 'S-1' })).rejects.toThrow('no certificate')
  })
})

describe.skipIf(!hasPoppler())('a certificate as a PDF, read by poppler', () => {
  it('holds every field as text, including fields that the contract does not name', async () => {
    const pdf = await draw(makeValidAnswer(FULL_CERTIFICATE))
    const text = extractText(pdf)
    expectEveryField(text, FULL_CERTIFICATE)
    for (const words of [
      ...['Turquoise(filled)', '第2版', '12.3612g', '18.24×13.10×6.05mm', '2.76g/cm³', 'VVS₁'],
      ...['红外光谱2930、2860、1725cm⁻¹处见吸收峰', '双折射率0.008', '主检', '周观澜', '签发日期', '2026-11-03'],
      ...['GB/T16552—2017，GB/T16553—2017，GB11887—2012', '石衡', '珠宝玉石检测中心', '电话027-8888'],
      ...['查询结果编号有效', '查询于2026-11-2109:41:07', `官方网站${ORIGIN}`],
    ]) {
      expect(text).toContain(words)
    }
    expect(readInfo(pdf)).toMatchObject({ Pages: '1', Title: `珠宝玉石鉴定证书 ${SAMPLE_NO}`, JavaScript: 'no' })
    expect(readInfo(pdf)['Page size']).toMatch(/^841\.89 x 595\.28 pts \(A4\)/)
  })

  it.each(Object.values(CERTIFICATES))('is one page with every field: $category', async (certificate) => {
    const pdf = await draw(makeValidAnswer(certificate))
    expect(readInfo(pdf).Pages).toBe('1')
    expectEveryField(extractText(pdf), certificate)
  })

  it('marks the end of the table until there is no room below it', async () => {
    const isMarked = async (lines: number) => {
      const remarks = Array.from({ length: lines }, (_, line) => `第 ${line} 行`).join('\n')
      const text = extractText(await draw(makeValidAnswer({ ...CERTIFICATES.metal, remarks })))
      return text.includes('（以下空白）')
    }
    expect(await isMarked(0)).toBe(true)
    let lines = 1
    while (await isMarked(lines)) lines += 1
    expect(lines).toBeGreaterThan(1)
  })

  it('stays on one page with smaller type when its texts are long', async () => {
    const many = Object.fromEntries(Array.from({ length: 28 }, (_, index) => [`附加项目${index}`, `第 ${index} 项`]))
    const certificate = {
      ...FULL_CERTIFICATE,
      magnification: '可见针状包裹体 (needle-like inclusions)；'.repeat(40),
      remarks: '样品的放大检查结果较为复杂，'.repeat(100),
      ...addUnnamedMembers(many),
    }
    const pdf = await draw(makeValidAnswer(certificate))
    expect(readInfo(pdf).Pages).toBe('1')
    expectEveryField(extractText(pdf), certificate)
  })

  it('states how many fields do not fit, and keeps those that the contract names', async () => {
    const much = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`附加项目${index}`, `说明${index}`.repeat(300)]),
    )
    const pdf = await draw(makeValidAnswer({ ...FULL_CERTIFICATE, ...addUnnamedMembers(much) }))
    const text = extractText(pdf)
    expect(readInfo(pdf).Pages).toBe('1')
    expect(text).toMatch(/另有\d+项内容未能排入本页，请在官网查询结果中查看/)
    expectEveryField(text, FULL_CERTIFICATE)
  })

  it('has the seal that the page prints, while it is valid', async () => {
    /** Counts red pixels in the area of the seal. */
    const countRed = ({ width, height, data }: ReturnType<typeof renderPage>) => {
      let red = 0
      for (let row = Math.round(0.74 * height); row < 0.92 * height; row += 1) {
        for (let column = Math.round(0.65 * width); column < 0.82 * width; column += 1) {
          const [r = 0, g = 0, b = 0] = data.subarray((row * width + column) * 3)
          if (r > 120 && r - g > 60 && r - b > 60) red += 1
        }
      }
      return red
    }
    const valid = await draw(makeValidAnswer(CERTIFICATES.jade))
    expect(extractText(valid)).toContain('检测专用章')
    expect(countRed(renderPage(valid, 72))).toBeGreaterThan(400)
    const withdrawn = await draw({ ...makeValidAnswer(CERTIFICATES.jade), state: 'withdrawn', changedOn: '2026-01-02' })
    expect(extractText(withdrawn)).not.toContain('检测专用章')
  })

  it('names the version that it replaces, and that version’s date', async () => {
    const answer = { ...makeValidAnswer(FULL_CERTIFICATE), replaces: { version: 1, issuedOn: '2026-10-28' } }
    const pdf = await draw(answer)
    expect(extractText(pdf)).toContain('第2版，代替第1版（2026-10-28）')
    expect(pdf.toString('latin1')).toContain('(D:20261102160000Z)')
  })

  it('is marked as reissued and names the new certificate', async () => {
    const answer = { ...makeValidAnswer(CERTIFICATES.jade), newerNo: NEWER_NO, changedOn: '2026-11-18' }
    const text = extractText(await draw({ ...answer, state: 'reissued' }))
    expect(text.split('已换发').length - 1).toBe(3)
    expect(text).toContain(`2026-11-18换发，新证书编号${NEWER_NO}`)
    expect(text).not.toContain('编号有效')
  })

  it('is marked as withdrawn and stays on one page with a long reason', async () => {
    const reason = '复检发现样品经树脂充填处理，原结论不成立。'.repeat(15)
    const answer = { ...makeValidAnswer(CERTIFICATES.turquoise), reason, changedOn: '2026-11-18' }
    const pdf = await draw({ ...answer, state: 'withdrawn' })
    const text = extractText(pdf)
    expect(text.split('已撤销').length - 1).toBe(3)
    expect(text).toContain('本证书不再有效')
    expectEveryField(text, CERTIFICATES.turquoise)
    expect(readInfo(pdf).Pages).toBe('1')
  })

  it('shows its pictures with a scale, and names those that cannot be loaded', async () => {
    const pictures = [
      { url: '/file/img/front.png', caption: '正面', widthMm: 30 },
      { url: '/file/img/back.png', caption: '背面', widthMm: 30 },
      { url: '/file/img/side.png', caption: '侧面' },
    ]
    const front = makePng(60, 40, { alpha: true })
    const damaged = front.subarray(0, 60)
    const pdf = await draw(makeValidAnswer({ ...CERTIFICATES.jade, pictures }), { pictures: [front, null, damaged] })
    const text = extractText(pdf)
    expect(text).toContain('10mm')
    expect(text).toContain('背面：影像暂时无法载入')
    expect(text).toContain('侧面：影像暂时无法载入')
    expect(text).not.toContain('正面：')
    expect(countPictures(pdf)).toBe(1)
  })

  it('has no Chinese captions in English', async () => {
    const pictures = ['正面', '测试取样的碎块', '背面'].map((caption, index) => ({
      url: `/file/img/${index}.png`,
      caption,
    }))
    const given = [makePng(60, 40), makePng(60, 40), null]
    const pdf = await draw(makeValidAnswer({ ...CERTIFICATES.jade, pictures }), { pictures: given, isEnglish: true })
    const text = extractText(pdf)
    for (const caption of ['Front', 'Photograph 2', 'Back: picture not available'])
      expect(text).toContain(removeBlanks(caption))
    expect(text).not.toMatch(/正面|碎块|背面/)
  })

  it.each<[string, Buffer, number]>([
    ['a JPEG', makeJpeg({ channels: 3 }), 1],
    ['a JPEG with an invalid number of channels', makeJpeg({ channels: 2 }), 0],
    ['a JPEG that ends in its header', makeJpeg({ channels: 3 }).subarray(0, 8), 0],
    ['a PNG with an invalid colour type', replaceByte(makePng(4, 4), 25, 5), 0],
    ['a PNG that declares a huge width', replaceByte(makePng(4, 4), 16, 0x7f), 0],
    ['an HTML page', Buffer.from('<!doctype html>'), 0],
  ])('keeps all its fields with %s as a picture', async (_what, bytes, drawn) => {
    const certificate = { ...CERTIFICATES.jade, pictures: [{ url: '/file/img/front.png' }] }
    const pdf = await draw(makeValidAnswer(certificate), { pictures: [bytes] })
    expect(countPictures(pdf)).toBe(drawn)
    expect(extractText(pdf).includes('影像暂时无法载入')).toBe(drawn === 0)
    expectEveryField(extractText(pdf), CERTIFICATES.jade)
  })

  it('escapes text that looks like code', async () => {
    const words = '</text><script>alert(1)</script> ) Tj ET Q <</S /JavaScript>> \\( 100%'
    const hidden = '甲\u202e乙\u0000丙\u200b丁'
    const certificate = {
      ...CERTIFICATES.jade,
      conclusion: words,
      remarks: hidden,
      ...addUnnamedMembers({ 'x (y)': words }),
    }
    const pdf = await draw(makeValidAnswer(certificate), { siteName: `${words}珠宝` })
    const text = extractText(pdf)
    expect(text.split(removeBlanks(words)).length - 1).toBeGreaterThanOrEqual(3)
    expect(text).toContain('甲乙丙丁')
    expect(readInfo(pdf)).toMatchObject({ Pages: '1', JavaScript: 'no', Subject: `检验结论：${words}` })
  })

  it('keeps characters that its font lacks when text is copied', async () => {
    const remarks = 'CuAl₆(PO₄)₄，10⁻⁴，𬱟、〇、Ⅱa、α、—、–、一、用'
    expect(extractText(await draw(makeValidAnswer({ ...CERTIFICATES.jade, remarks })))).toContain(remarks)
  })

  it.each([
    ['its receipt', RECEIPT, `${ORIGIN}/certificate-check/receipt#${RECEIPT}`],
    ['its number, without a receipt', null, `${ORIGIN}/certificate-check?no=${SAMPLE_NO}`],
  ])('carries a QR code with the URL of %s', async (_what, receipt, address) => {
    const pdf = await draw(makeValidAnswer(CERTIFICATES.diamond), { receipt })
    expect(decodeQR(renderQrCorner(pdf))).toBe(address)
  })
})

/** Makes the part of a JPEG that is read to place it: a frame header of 16 × 8 pixels. */
function makeJpeg({ channels }: { channels: number }): Buffer {
  return Buffer.from(`ffd8ffc000110800080010${`0${channels}`}${'00'.repeat(9)}ffd9`, 'hex')
}

function replaceByte(bytes: Buffer, at: number, value: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = value
  return changed
}

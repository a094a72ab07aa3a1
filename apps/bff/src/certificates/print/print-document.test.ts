import type { Certificate } from '@portal/contract/certificates/certificates.ts'
import { type PrintKind, SHEETS } from '@portal/contract/certificates/desk/print-rules.ts'
import { formatEnglishValue, getCertificateTitle } from '@portal/contract/certificates/printed-rows.ts'
import decodeQR from 'qr/decode.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  countPictures,
  extractText,
  hasPoppler,
  listForeignFonts,
  type PrintedWord,
  type Raster,
  readBoxes,
  readInfo,
  readWords,
  removeBlanks,
  renderPage,
} from '#testing/poppler.ts'
import { CERTIFICATES, FULL_CERTIFICATE, makePng, NEWER_NO, SAMPLE_NO } from '#testing/sample-certificates.ts'
import { listSignatureRows, listTableRows } from '../pdf/sheet-rows.ts'
import { makeLookupAddress, makeModules } from './lookup-qr.ts'
import { createPrintDocument } from './print-document.ts'
import type { PrintFacts, PrintItem, PrintLayout } from './print-types.ts'

const CODE = '7K3M9Q'
const PUBLISHED_MS = Date.parse('2026-11-03T04:30:00Z')
const FACTS = { siteName: '石衡珠宝玉石检测中心', phone: '027-8888 6600', origin: 'https://www.lab-example.cn' }
const ADDRESS = `https://www.lab-example.cn/c/${SAMPLE_NO}?v=1`
const EXACT = { offsetX: 0, offsetY: 0, scaleX: 1000, scaleY: 1000 }

const makeItem = (more: Partial<PrintItem> = {}): PrintItem => ({
  certificate: CERTIFICATES.turquoise,
  replaces: null,
  marks: [],
  publishedMs: PUBLISHED_MS,
  checkCode: CODE,
  pictures: [],
  signatures: [],
  ...more,
})

async function draw(
  kind: PrintKind,
  items = [makeItem()],
  more: Partial<PrintLayout> = {},
  facts: PrintFacts = FACTS,
): Promise<Buffer> {
  const layout = {
    kind,
    withCode: true,
    withBleed: false,
    grid: '5x13' as const,
    startCell: 1,
    calibration: EXACT,
    ...more,
  }
  const document = createPrintDocument({ layout, facts, createdMs: PUBLISHED_MS })
  const parts: Uint8Array[] = []
  for (const item of items) parts.push(await document.add(item))
  if (items.length === 0) document.addTestPage()
  parts.push(document.end())
  return Buffer.concat(parts)
}

/** Renders part of a page, mm from its upper left corner, at 300 dpi. */
function renderPart(pdf: Uint8Array, [x, y, width, height]: readonly [number, number, number, number]): Raster {
  const toDots = (mm: number) => String(Math.round((mm / 25.4) * 300))
  return renderPage(pdf, 300, ['-x', toDots(x), '-y', toDots(y), '-W', toDots(width), '-H', toDots(height)])
}

function findColours({ data }: Raster): Set<string> {
  const colours = new Set<string>()
  for (let at = 0; at < data.length; at += 3) colours.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`)
  return colours
}

/** Finds the smallest area with all pixels of a colour. */
function findArea({ width, data }: Raster, colour: readonly [number, number, number]) {
  const [xs, ys] = [new Set<number>(), new Set<number>()]
  for (let at = 0; at < data.length; at += 3) {
    if (colour.some((part, index) => Math.abs((data[at + index] ?? 0) - part) > 2)) continue
    xs.add((at / 3) % width)
    ys.add(Math.floor(at / 3 / width))
  }
  const [x, y] = [Math.min(...xs), Math.min(...ys)]
  return { x, y, width: Math.max(...xs) - x + 1, height: Math.max(...ys) - y + 1 }
}

/** Finds the longest dark line below an area: the bar of its scale. */
function findDarkRun({ width, data }: Raster, area: ReturnType<typeof findArea>) {
  let longest = { length: 0, y: 0 }
  for (let y = area.y + area.height + 2; y < area.y + area.height + 80; y += 1) {
    let length = 0
    for (let x = area.x; x < area.x + area.width; x += 1) {
      length = (data[(y * width + x) * 3] ?? 255) < 110 ? length + 1 : 0
      if (length > longest.length) longest = { length, y }
    }
  }
  return longest
}

afterEach(() => vi.useRealTimers())

const PAGES = ['a5', 'a4', 'a4-en', 'a4-zh-en'] as const
const KINDS = ['card', ...PAGES, 'label'] as const

describe('a print of certificates', () => {
  it.each(KINDS)('has the same bytes for the same version on another day: %s', async (kind) => {
    const pictures = [makePng(300, 200, { alpha: true }), makePng(60, 40), makePng(200, 300, { alpha: true })]
    const shown = ['a', 'b', 'c'].map((name) => ({ url: `/file/img/${name}.png`, widthMm: 30 }))
    const item = makeItem({
      certificate: { ...CERTIFICATES.jade, pictures: shown },
      pictures,
      signatures: [{ member: 'approver', bytes: makePng(90, 30, { alpha: true }) }],
    })
    const one = await draw(kind, [item, makeItem()])
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2031-01-01T00:00:00Z') })
    const other = await draw(kind, [item, makeItem()])
    expect(one.equals(other)).toBe(true)
    expect(one.toString('latin1')).toContain('(D:20261103043000Z)')
  })

  it('asks viewers not to scale, and sets TrimBox and BleedBox', async () => {
    const card = (await draw('card')).toString('latin1')
    expect(card).toContain('/PrintScaling /None')
    expect(card).toContain('/MediaBox [0 0 242.645669 153.014173]')
    expect(card).toContain('/TrimBox [0 0 242.645669 153.014173]')
    expect(card).not.toContain('/BleedBox')
    expect(card.match(/\/Type \/Page\n/g)).toHaveLength(2)
  })

  it('fits its address into 33 modules, and uses more modules for a longer address', () => {
    expect(makeModules(ADDRESS)).toHaveLength(33 + 8)
    expect(makeModules('https://a.cn/c/SH20261103001285?v=1')).toHaveLength(33 + 8)
    const long = makeLookupAddress('https://certificates.laboratory-example.com.cn', CERTIFICATES.turquoise)
    expect(makeModules(long)).toHaveLength(37 + 8)
  })
})

describe('signatures', () => {
  const certificate = { ...CERTIFICATES.turquoise, inspector: '周观澜', reviewer: '沈砚秋', approver: '陈景行' }
  const MEMBERS = ['inspector', 'reviewer', 'approver'] as const
  const sign = (members: readonly (typeof MEMBERS)[number][]) =>
    makeItem({
      certificate,
      signatures: members.map((member) => ({ member, bytes: makePng(300, 100, { alpha: true }) })),
    })

  it.each(PAGES)('stand above the names, and cover no text: %s', async (kind) => {
    const plain = await draw(kind, [sign([])])
    const signed = await draw(kind, [sign(MEMBERS)])
    expect([countPictures(plain), countPictures(signed)]).toEqual([0, 3])
    expect(removeBlanks(extractText(signed))).toBe(removeBlanks(extractText(plain)))
    expect(listMisplaced(signed, kind)).toEqual([])
  })

  it.each(PAGES)('keep their proportions, between the label and the name, with two people: %s', async (kind) => {
    const { reviewer: _, ...twoPeople } = certificate
    const signatures = [{ member: 'approver' as const, bytes: makePng(400, 100, { alpha: true }) }]
    const pdf = await draw(kind, [makeItem({ certificate: twoPeople, signatures })])
    const name = readWords(pdf).find(({ text }) => text === '陈景行')
    const label = readWords(pdf).find(({ text }) => text === '批准' || (kind === 'a4-en' && text === 'Approved'))
    if (!name || !label) throw new Error('the name or its label is missing')
    // The colour of the picture, with its transparency, on white paper.
    const area = findArea(renderPage(pdf, 144, []), [108, 165, 163])
    expect(area.width / area.height).toBeCloseTo(4, 0)
    expect(Math.abs(area.x / 2 - name.left)).toBeLessThan(2)
    expect(area.y / 2).toBeGreaterThan(label.top)
    expect((area.y + area.height) / 2).toBeLessThan((name.top + name.bottom) / 2)
  })

  it('leave the sheet as it was where nobody has a picture, or only an unreadable one', async () => {
    const broken = { ...sign([]), signatures: [{ member: 'approver' as const, bytes: Buffer.from('no picture') }] }
    expect((await draw('a4', [broken])).equals(await draw('a4', [sign([])]))).toBe(true)
  })

  it('are not on cards and labels', async () => {
    for (const kind of ['card', 'label'] as const) expect(countPictures(await draw(kind, [sign(MEMBERS)]))).toBe(0)
  })
})

/** A picture, and the certificate of each category with it. */
const PICTURED = [{ url: '/file/img/a.png', caption: '正面', widthMm: 30 }]
const addPicture = (certificate: Certificate): PrintItem =>
  makeItem({ certificate: { ...certificate, pictures: PICTURED }, pictures: [makePng(600, 400)] })

/** Lists words that reach beyond the safe area or overlap others. The seal's letters stand in a circle. */
function listMisplaced(pdf: Uint8Array, kind: Exclude<PrintKind, 'label'>): string[] {
  const { width, height, safe } = SHEETS[kind]
  const toPt = (mm: number) => (mm * 72) / 25.4
  const seal = { card: [77, 42.3, 6.5], a5: [86, 184.5, 13.5] }[kind as 'card'] ?? [186, 179, 18.5]
  const [x = 0, y = 0, radius = 0] = seal.map(toPt)
  const words = readWords(pdf).filter(
    ({ left, right, top, bottom }) => Math.hypot((left + right) / 2 - x, (top + bottom) / 2 - y) > radius,
  )
  const isOutside = (word: PrintedWord) =>
    word.left < toPt(safe) ||
    word.top < toPt(safe) ||
    word.right > toPt(width - safe) ||
    word.bottom > toPt(height - safe)
  // An invisible digit keeps an index like that of VS₁ on its line.
  const isOver = (one: PrintedWord, other: PrintedWord) =>
    one.left < other.right - 0.5 && other.left < one.right - 0.5 && one.top < other.bottom && other.top < one.bottom
  return words.flatMap((word, at) => [
    ...(isOutside(word) ? [`${word.text} is outside`] : []),
    ...words.slice(at + 1).flatMap((other) => (isOver(word, other) ? [`${word.text} is over ${other.text}`] : [])),
  ])
}

describe.skipIf(!hasPoppler())('a certificate in every layout, read by poppler', () => {
  const categories = Object.values(CERTIFICATES)

  it.each(PAGES)('has every value in its own words: %s', async (kind) => {
    for (const certificate of [FULL_CERTIFICATE, ...categories]) {
      const pdf = await draw(kind, [addPicture(certificate)])
      const text = extractText(pdf)
      for (const row of [...listTableRows(certificate), ...listSignatureRows(certificate)]) {
        if (row.member === 'conclusionEn') continue
        const label = kind === 'a4-en' ? (row.labelEn ?? row.label) : row.label
        expect(text).toContain(removeBlanks(label))
        if (kind === 'a4-zh-en' && row.labelEn) expect(text).toContain(removeBlanks(row.labelEn))
        if (label !== row.label) expect(text).not.toContain(removeBlanks(row.label + row.value))
        if (kind !== 'a4-en') expect(text).toContain(removeBlanks(row.value))
        else expect(text, row.label).toContain(removeBlanks(formatEnglishValue(row)))
        if (kind === 'a4-zh-en' && row.valueEn && row.group !== 'foot') {
          expect(text.toLowerCase()).toContain(removeBlanks(row.valueEn).toLowerCase())
        }
      }
      // Each thing has one word, the standards' own.
      expect(text).not.toMatch(/检测结论|检测依据|成色|刻字|已撤回/)
      const [chinese, english] = getCertificateTitle(certificate.category)
      expect(text.includes(chinese)).toBe(kind !== 'a4-en')
      expect(text.includes(removeBlanks(english))).toBe(kind.endsWith('-en'))
      expect(text).toContain(removeBlanks(certificate.conclusion))
      expect(text).toContain('10mm')
      expect(readInfo(pdf).Pages).toBe('1')
    }
  })

  it.each([...PAGES, 'card'] as const)(
    'overlaps nothing, stays within its frame, and embeds its fonts: %s',
    async (kind) => {
      const amendment = `自 2026-11-28 起代替证书 ${NEWER_NO}（2026-11-18 签发）；换发原因：遗失`
      for (const certificate of [FULL_CERTIFICATE, { ...CERTIFICATES.jade, amendment }, ...categories]) {
        const pdf = await draw(kind, [addPicture(certificate)])
        expect(listMisplaced(pdf, kind), certificate.conclusion).toEqual([])
        const copy = await draw(kind, [{ ...addPicture(certificate), checkCode: null }])
        expect(listMisplaced(copy, kind), 'without a code').toEqual([])
        expect(listForeignFonts(pdf)).toEqual([])
      }
    },
  )

  it.each(PAGES)('holds the longest texts on one page, treatment and remarks always: %s', async (kind) => {
    const long = (words: string, length: number) => words.repeat(Math.ceil(length / words.length)).slice(0, length)
    const certificate: Certificate = {
      ...FULL_CERTIFICATE,
      conclusion: long('天然翡翠与铂金镶嵌之红宝石蓝宝石胸针', 80),
      conclusionEn: long('Jadeite jade with rubies and sapphires in platinum ', 120).trim(),
      treatment: long('经漂白与充填处理，', 400),
      remarks: long('样品镶嵌，不能测定密度；', 400),
      magnification: long('可见针状包裹体与愈合裂隙，', 2000),
      spectrum: long('吸收光谱不典型，', 2000),
      fluorescence: long('荧光分布不均匀，', 2000),
      color: long('颜色不均匀，', 2000),
    }
    const pdf = await draw(kind, [addPicture(certificate)])
    const text = extractText(pdf)
    expect(readInfo(pdf).Pages).toBe('1')
    expect(listMisplaced(pdf, kind)).toEqual([])
    expect(text).toContain(certificate.conclusion)
    expect(text).toContain(certificate.treatment)
    expect(text).toContain(certificate.remarks)
    expect(text).toMatch(/另有\d+项内容未能排入本页|\d+moreentriesdonotfit/)
  })

  it('says on the English sheet that Chinese texts have no translation, and only then', async () => {
    const note = 'TextsinChinesehavenocertainEnglishtranslation'
    const draws = async (certificate: Certificate, kind: PrintKind = 'a4-en') =>
      extractText(await draw(kind, [makeItem({ certificate })]))
    expect(await draws(CERTIFICATES.gemstone)).not.toContain(note)
    expect(await draws(CERTIFICATES.turquoise)).toContain(note)
    expect(await draws({ ...CERTIFICATES.gemstone, conclusion: '某石', conclusionEn: null })).toContain(note)
    expect(await draws(CERTIFICATES.turquoise, 'a4-zh-en')).not.toContain(note)
  })

  it('is declared in its language', async () => {
    expect((await draw('a4-en')).toString('latin1')).toContain('/Lang (en)')
    expect(readInfo(await draw('a4-en')).Title).toBe(`Certificate ${SAMPLE_NO}`)
    expect((await draw('a4-zh-en')).toString('latin1')).toContain('/Lang (zh-CN)')
  })
})

describe.skipIf(!hasPoppler())('a print of certificates, read by poppler', () => {
  it('has two millimetres of bleed and crop marks for a print shop', async () => {
    const pdf = await draw('card', [makeItem()], { withBleed: true })
    const { TrimBox, BleedBox, MediaBox } = readBoxes(pdf)
    const getPageSize = (box: number[] = []) => [(box[2] ?? 0) - (box[0] ?? 0), (box[3] ?? 0) - (box[1] ?? 0)]
    const toMm = (pt: number) => Number(((pt * 25.4) / 72).toFixed(1))
    expect(getPageSize(TrimBox).map(toMm)).toEqual([85.6, 54])
    expect(getPageSize(BleedBox).map(toMm)).toEqual([89.6, 58])
    expect(getPageSize(MediaBox).map(toMm)).toEqual([97.6, 66])
    // A crop mark is black beside the trim's upper edge, outside the bleed.
    expect(findColours(renderPart(pdf, [0.6, 5.8, 2, 0.5]))).toContain('0 0 0')
    expect(findColours(renderPart(pdf, [0.6, 8, 2, 2]))).toEqual(new Set(['255 255 255']))
  })

  it.each(['a5', 'a4'] as const)('has the names of inspector, reviewer and signatory: %s', async (kind) => {
    const text = extractText(await draw(kind))
    for (const words of ['主检', '审核', '批准', '周观澜', '沈砚秋', '顾怀瑾']) expect(text).toContain(words)
  })

  it.each(KINDS)('has a QR code for the lookup of its version, in modules of whole dots: %s', async (kind) => {
    const pdf = await draw(kind)
    const side = ((33 + 8) * (kind === 'label' ? 5 : SHEETS[kind].moduleDots) * 25.4) / 300
    const place: Record<PrintKind, readonly [number, number]> = {
      card: [80.6 - side, 16.4],
      a5: [132 - side, 173],
      a4: [273 - side, 164],
      'a4-en': [273 - side, 164],
      'a4-zh-en': [273 - side, 164],
      label: [4.75 + 1.4, 10.7 + (21.2 - side) / 2],
    }
    const [x, y] = place[kind]
    const raster = renderPart(pdf, [x + 0.2, y + 0.2, side - 0.4, side - 0.4])
    expect(decodeQR(raster)).toBe(kind === 'a4-en' ? ADDRESS.replace('/c/', '/e/') : ADDRESS)
    // There is no third colour: no module begins or ends inside a dot.
    expect(findColours(raster)).toEqual(new Set(['255 255 255', '14 39 65']))
  })

  it.each(['card', ...PAGES] as const)(
    'prints the check code in black on its lines, in layouts with a code: %s',
    async (kind) => {
      expect(extractText(await draw(kind))).toContain(CODE)
      const copy = extractText(await draw(kind, [makeItem({ checkCode: null })]))
      expect(copy).not.toContain(CODE)
      expect(copy).toContain(kind === 'a4-en' ? 'Nocheckcodeonthiscopy' : '不含核对码')
      if (kind !== 'a4') return
      const field = findColours(renderPart(await draw(kind), [24.5, 182.5, 43, 10]))
      expect(field).toContain('0 0 0')
      expect(field).toContain('255 255 255')
      expect(field).toContain('203 189 156')
    },
  )

  it.each(KINDS)(
    'names the version that it replaces, and shows the seal and the marks within their scope: %s',
    async (kind) => {
      const marks = [{ kind: 'cma' as const, number: '240000000001' }]
      const replaces = { version: 1, issuedOn: '2026-11-03' }
      const pdf = await draw(kind, [makeItem({ certificate: FULL_CERTIFICATE, replaces, marks })])
      const text = extractText(pdf)
      expect(text.includes('第2版，代替第1版（2026-11-03）')).toBe(kind !== 'a4-en')
      expect(text.includes('Version2,inplaceofversion1of3Nov2026')).toBe(kind.endsWith('-en'))
      expect(text).toContain(removeBlanks(FULL_CERTIFICATE.conclusion))
      expect(text.replaceAll('CMA', '')).toContain(kind === 'label' ? 'SH20261103' : SAMPLE_NO)
      expect(text.includes('CMA240000000001')).toBe(kind.startsWith('a'))
      expect(text.includes('检测专用章')).toBe(kind !== 'label')
      const first = extractText(await draw(kind))
      expect(first).not.toMatch(/代替|inplaceof/)
      expect(first).not.toContain('CMA')
    },
  )

  it('names the laboratory in English on the sheets with English, as the site has it', async () => {
    const facts = { ...FACTS, siteNameEn: 'Shiheng Gem Laboratory' }
    const kinds = ['a4', 'a4-en', 'a4-zh-en'] as const
    const texts = await Promise.all(kinds.map(async (kind) => extractText(await draw(kind, [makeItem()], {}, facts))))
    expect(texts.map((text) => text.includes('ShihengGemLaboratory'))).toEqual([false, true, true])
    for (const kind of PAGES) expect(listMisplaced(await draw(kind, [makeItem()], {}, facts), kind)).toEqual([])
  })

  it.each(['5x13', '3x7'] as const)('names the certificate that a reissue replaces on a label: %s', async (grid) => {
    const amendment = `自 2026-11-28 起代替证书 ${NEWER_NO}（2026-11-18 签发）；换发原因：遗失`
    const conclusion = '翡翠（漂白、充填）手镯'
    const certificate = { ...CERTIFICATES.jade, conclusion, amendment }
    const text = extractText(await draw('label', [makeItem({ certificate })], { grid }))
    expect(text).toContain(`第1版，代替${NEWER_NO}`)
    expect(text).toContain(conclusion)
  })

  it.each(['card', 'a5', 'a4'] as const)(
    'names the certificate that it replaces, since when and why: %s',
    async (kind) => {
      const amendment = `自 2026-11-28 起代替证书 ${NEWER_NO}（2026-11-18 签发）；换发原因：遗失`
      const pictures = [{ url: '/file/img/a.png', caption: '正面', widthMm: 30 }]
      const certificate = { ...CERTIFICATES.turquoise, amendment, pictures }
      const text = extractText(await draw(kind, [makeItem({ certificate, pictures: [makePng(60, 40)] })]))
      expect(text).toContain(`第1版，代替${NEWER_NO}（2026-11-18）`)
      expect(text.includes(removeBlanks(`变更说明${amendment}`))).toBe(kind !== 'card')
    },
  )

  it('prints labels from the first free one, on as many sheets as needed', async () => {
    const twice = await draw('label', [makeItem(), makeItem()], { startCell: 65 })
    expect(readInfo(twice).Pages).toBe('2')
    // The position is that of the last label on the first sheet.
    expect(decodeQR(renderPart(twice, [167.15 + 1.6, 265.1 + 2.1, 17, 17]))).toBe(ADDRESS)
    const wide = await draw('label', [makeItem()], { grid: '3x7', startCell: 3 })
    expect(decodeQR(renderPart(wide, [139.5 + 2.2, 15.5 + 7.1, 24, 24]))).toBe(ADDRESS)
  })

  it('shifts and scales by the calibration of the printer', async () => {
    const calibration = { offsetX: 20, offsetY: -10, scaleX: 1010, scaleY: 990 }
    const pdf = await draw('a4', [makeItem()], { calibration })
    const moved = renderPart(pdf, [(273 - 24.4) * 1.01 + 2, 164 * 0.99 - 1, 25, 25])
    expect(decodeQR(moved)).toBe(ADDRESS)
    const shop = await draw('card', [makeItem()], { calibration, withBleed: true })
    expect(shop.equals(await draw('card', [makeItem()], { withBleed: true }))).toBe(true)
  })

  it('has a test page with two rulers of 100 mm', async () => {
    const pdf = await draw('label', [])
    expect(extractText(pdf)).toContain('打印机校准页')
    const { width, data } = renderPart(pdf, [39.5, 59.95, 101, 0.1])
    const dark = Array.from({ length: width }, (_, x) => (data[x * 3] ?? 255) < 128)
    expect(((dark.lastIndexOf(true) - dark.indexOf(true)) * 25.4) / 300).toBeCloseTo(100, 0)
  })

  it.each(['card', 'a5', 'a4'] as const)(
    'shows pictures whole, with an exact scale on white below: %s',
    async (kind) => {
      for (const [width, height] of [
        [600, 400],
        [400, 600],
      ] as const) {
        const pictures = [{ url: '/file/img/a.png', caption: '正面', widthMm: 30 }]
        const certificate = { ...CERTIFICATES.jade, pictures }
        const pdf = await draw(kind, [makeItem({ certificate, pictures: [makePng(width, height)] })])
        expect(extractText(pdf)).toContain('10mm')
        const page = renderPage(pdf, 300)
        const area = findArea(page, [20, 112, 108])
        expect(area.width / area.height).toBeCloseTo(width / height, 1)
        expect(area.width).toBeGreaterThan({ card: 100, a5: 250, a4: 550 }[kind])
        const bar = findDarkRun(page, area)
        expect(bar.length / area.width).toBeCloseTo(10 / 30, 1)
        // The text stands between picture and bar.
        expect(bar.y).toBeGreaterThan(area.y + area.height)
        const heightOfText = Math.round(((kind === 'card' ? 5.5 : 6) * 300) / 72)
        expect(bar.y - area.y - area.height).toBeGreaterThan(heightOfText)
      }
    },
  )

  it.each([2, 3, 4, 8])('has large pictures on A5 without hiding a value: %i', async (count) => {
    const pictures = Array.from({ length: count }, (_, index) => ({ url: `/file/img/${index}.png`, widthMm: 30 }))
    const given = pictures.map(() => makePng(600, 400))
    const pdf = await draw('a5', [makeItem({ certificate: { ...CERTIFICATES.diamond, pictures }, pictures: given })])
    expect(countPictures(pdf)).toBe(count)
    const area = findArea(renderPage(pdf, 300), [20, 112, 108])
    // All pictures together are at least 40 mm wide and 12 mm high.
    expect(area.width).toBeGreaterThan(470)
    expect(area.height).toBeGreaterThan(140)
    const text = extractText(pdf)
    for (const { label, value } of listTableRows(CERTIFICATES.diamond)) {
      expect(text).toContain(removeBlanks(label))
      expect(text).toContain(removeBlanks(value))
    }
  })

  it('embeds one picture on a card, and all of them on a page', async () => {
    const pictures = [makePng(60, 40), makePng(40, 60)]
    const shown = ['a', 'b'].map((name) => ({ url: `/file/img/${name}.png`, widthMm: 30 }))
    const item = makeItem({ certificate: { ...CERTIFICATES.jade, pictures: shown }, pictures })
    expect(countPictures(await draw('card', [item]))).toBe(1)
    expect(countPictures(await draw('a5', [item]))).toBe(2)
    expect(countPictures(await draw('label', [item]))).toBe(0)
  })
})

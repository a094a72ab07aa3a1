import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCertificateNo } from '../../packages/contract/src/certificates/certificate-number.ts'
import type { ReceiptFile } from '../../packages/contract/src/certificates/certificate-receipt.ts'
import { openWatchedPage, untilLive, type WatchedPage } from './browser.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { connectBrowser } from './shared-browser.ts'

/** The demo certificates, as the import reads them. */
interface DemoRow {
  certificateNo: string
  checkCode: string
  state?: string
  conclusion?: string
  newerNo?: string
  reason?: string
  inscription?: string
  totalMassG?: number
  pictures?: unknown[]
  [member: string]: unknown
}

const CONTENT = path.join(import.meta.dirname, '../../apps/upstream/content/certificates.jsonl')
const DEMO = readFileSync(CONTENT, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as DemoRow)

/** The turquoise of the demo content, with every member of a coloured stone. */
const TURQUOISE = findDemo(({ certificateNo }) => certificateNo.startsWith('SH2026110300128'))
const PICTURE = path.join(import.meta.dirname, '../../apps/upstream/content/pictures/cert-amber.png')
const PDFTOTEXT = '/usr/bin/pdftotext'

let site: RunningSite
let browser: Browser
let folder: string
// Every case starts with a page load; a browser context for each would take longer than the case.
let tab: WatchedPage
let scriptless: WatchedPage
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'certificate-'))
  ;[site, browser] = await Promise.all([startSite(), connectBrowser()])
  tab = await openWatchedPage(browser)
  scriptless = await openWatchedPage(browser, { isScripted: false })
})
beforeEach(() => {
  tab.complaints.length = 0
})
afterAll(async () => {
  await browser.close()
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

function findDemo(fits: (row: DemoRow) => boolean): DemoRow {
  const row = DEMO.find(fits)
  if (!row) throw new Error('there is no such demo certificate')
  return row
}

async function lookUp(
  page: Page,
  { certificateNo, checkCode }: Pick<DemoRow, 'certificateNo' | 'checkCode'>,
  isScripted = true,
) {
  await page.goto(`${site.url}/certificate-check`)
  if (isScripted) await untilLive(page)
  await page.getByRole('textbox', { name: '证书编号' }).fill(certificateNo)
  await page.getByRole('textbox', { name: '核对码' }).fill(checkCode)
  await page.getByRole('button', { name: '查询证书' }).click()
}

/** Returns the main text except the support number, which differs each time. */
async function readAnswer(page: Page): Promise<string> {
  const text = await page.getByRole('main').innerText()
  return text.replace(/Q-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/, 'Q-…').replace(/\s+/g, ' ')
}

describe('a lookup', () => {
  it('shows every member of a valid certificate, and leaves the check code out of addresses and logs', async () => {
    const { page, complaints } = tab
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(`${request.url()} ${request.headers().referer ?? ''}`))
    await lookUp(page, TURQUOISE)
    await page.getByRole('heading', { name: '编号有效' }).waitFor()
    const text = (await page.getByRole('main').innerText()).replaceAll('\u00a0', ' ')
    for (const value of listTexts(TURQUOISE)) expect(text).toContain(value)
    expect(text).toContain('12.36 g（61.80 ct）')
    expect(text).toContain('拉曼光谱')
    expect(page.url()).toBe(`${site.url}/certificate-check`)
    expect(addresses.filter((address) => address.includes(TURQUOISE.checkCode))).toEqual([])
    expect(site.logs.join('')).not.toContain(TURQUOISE.checkCode)
    expect(complaints).toEqual([])
  })

  it('links a reissued certificate to its replacement', async () => {
    const { page } = tab
    const old = findDemo(({ state }) => state === 'reissued')
    await lookUp(page, old)
    await page.getByRole('heading', { name: '证书已换发' }).waitFor()
    await page.getByRole('link', { name: old.newerNo ?? '' }).click()
    await page.waitForURL(`**/certificate-check?no=${old.newerNo}`)
    expect(await page.getByRole('textbox', { name: '证书编号' }).inputValue()).toBe(old.newerNo)
  })

  it('shows a certificate as withdrawn with the reason', async () => {
    const { page } = tab
    const withdrawn = findDemo(({ state }) => state === 'withdrawn')
    await lookUp(page, withdrawn)
    await page.getByRole('heading', { name: '证书已撤销' }).waitFor()
    const text = await page.getByRole('main').innerText()
    expect(text).toContain(withdrawn.reason ?? '')
    expect(text).not.toContain('编号有效')
  })

  it('shows that a sample is under examination', async () => {
    const { page } = tab
    await lookUp(
      page,
      findDemo(({ state }) => state === 'examination'),
    )
    await page.getByRole('heading', { name: '样品正在检测，尚未签发证书' }).waitFor()
  })

  it('gives the same answer for a wrong code, an unknown number and an unpublished certificate', async () => {
    const { page } = tab
    const draft = findDemo(({ state }) => state === 'draft')
    const texts: string[] = []
    for (const certificateNo of [TURQUOISE.certificateNo, makeUnknownNo(), draft.certificateNo]) {
      const isDraft = certificateNo === draft.certificateNo
      await lookUp(page, { certificateNo, checkCode: isDraft ? draft.checkCode : '222222' })
      await page.getByRole('heading', { name: '未查到相符的证书' }).waitFor()
      const text = await readAnswer(page)
      texts.push(text.replace(/[A-Z0-9](?: [A-Z0-9])+/g, '…').replaceAll(certificateNo, '…'))
    }
    expect(new Set(texts).size).toBe(1)
  })

  it('shows that lookups are unavailable while upstream is down, without an earlier result', async () => {
    const { page } = tab
    await lookUp(page, TURQUOISE)
    await page.getByRole('heading', { name: '编号有效' }).waitFor()
    await site.killUpstream()
    try {
      await lookUp(page, TURQUOISE)
      await page.getByRole('heading', { name: '暂时无法查询' }).waitFor()
      expect(await page.getByRole('main').innerText()).not.toContain('编号有效')
    } finally {
      await site.startUpstream()
    }
  })
})

describe('a typed number', () => {
  it('is rejected before a lookup when letters replace digits, with the corrected number as a link', async () => {
    const { page } = tab
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(`${request.url()} ${request.postData() ?? ''}`)
    })
    const { certificateNo, checkCode } = TURQUOISE
    const typed = certificateNo.replace('20261103', '2O26II03')
    await lookUp(page, { certificateNo: typed, checkCode })
    await page.getByRole('heading', { name: '证书编号有误' }).waitFor()
    // Only the number of mistyped lookups is sent, not the certificate number.
    expect(calls.filter((call) => call.includes('certificate') && !call.endsWith('/v1/certificate/mistyped '))).toEqual(
      [],
    )
    await page.getByRole('link', { name: `按 ${certificateNo} 重查` }).click()
    await page.getByRole('heading', { name: '编号有效' }).waitFor()
  })

  it.each([
    ['in full width and lower case', (no: string) => no.toLowerCase().replace(/./g, toFullWidth)],
    ['with dashes and spaces', (no: string) => `${no.slice(0, 2)} ${no.slice(2, 10)}-${no.slice(10)}`],
    ['as the address behind a QR code', (no: string) => `${site.url}/certificate-check?no=${no}`],
  ])('is accepted %s', async (_how, write) => {
    const { page } = tab
    await lookUp(page, { ...TURQUOISE, certificateNo: write(TURQUOISE.certificateNo) })
    await page.getByRole('heading', { name: '编号有效' }).waitFor()
  })
})

describe('a copy of a certificate', () => {
  it.each([true, false])('fits on one printed page, with scripts: %s', async (isScripted) => {
    const { page } = isScripted ? tab : scriptless
    await lookUp(page, TURQUOISE, isScripted)
    await page.getByRole('heading', { name: '编号有效' }).waitFor()
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  })

  it.skipIf(!existsSync(PDFTOTEXT))('contains every member as text in the PDF', async () => {
    const { page } = tab
    await lookUp(page, TURQUOISE)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载 PDF' }).click()
    const file = path.join(folder, 'certificate.pdf')
    await (await download).saveAs(file)
    const text = execFileSync(PDFTOTEXT, ['-layout', file, '-']).toString().replace(/\s+/g, '')
    for (const value of listTexts(TURQUOISE)) expect(text).toContain(value.replace(/\s+/g, ''))
  })

  it('is verified by the receipt page as a receipt file, and does not contain the check code', async () => {
    const { page } = tab
    await lookUp(page, TURQUOISE)
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载凭证文件' }).click()
    const file = path.join(folder, 'receipt.json')
    await (await download).saveAs(file)
    await page.goto(`${site.url}/certificate-check/receipt`)
    await page.getByLabel('选取凭证文件').setInputFiles(file)
    await page.getByRole('heading', { name: '有效', exact: true }).waitFor()
    await page.getByText('与签名一致').waitFor()
    const { receipt } = JSON.parse(readFileSync(file, 'utf8')) as ReceiptFile
    expect(receipt).not.toContain(TURQUOISE.checkCode)
  })
})

describe('a site without JavaScript', () => {
  it('answers a valid number, a wrong code and a malformed number with complete pages', async () => {
    const { page } = scriptless
    await lookUp(page, TURQUOISE, false)
    await page.getByRole('heading', { name: '编号有效' }).waitFor()
    expect(await page.getByRole('main').innerText()).toContain('蜡状光泽')
    expect(page.url()).toBe(`${site.url}/certificate-check`)
    await lookUp(page, { ...TURQUOISE, checkCode: '222222' }, false)
    await page.getByRole('heading', { name: '未查到相符的证书' }).waitFor()
    await lookUp(page, { ...TURQUOISE, certificateNo: TURQUOISE.certificateNo.slice(0, -1) }, false)
    await page.getByRole('heading', { name: '证书编号有误' }).waitFor()
  })

  it('lets a visitor report a forged site', async () => {
    const { page } = scriptless
    await page.goto(`${site.url}/certificate-check/report?no=${TURQUOISE.certificateNo}`)
    await page.getByLabel('假网站', { exact: true }).check()
    await page.getByLabel(/网址或出售地点|假网站的网址/).fill('http://shiheng.example.test')
    await page.getByLabel('经过').fill('扫码打开的网址与证书上印的不同，页面要求先付款。')
    const picture = { name: '截图.png', mimeType: 'image/png', buffer: readFileSync(PICTURE) }
    await page.getByLabel('图片', { exact: true }).setInputFiles(picture)
    await page.getByRole('button', { name: /提交/ }).click()
    await page.getByRole('heading', { name: '举报已提交' }).waitFor()
    await page.getByText(/^举报编号 T-\d+$/).waitFor()
    await page.getByRole('link', { name: '跟进链接' }).click()
    await page.getByRole('button', { name: '查看留言与答复' }).click()
    await page.getByText('附图片 1 张').waitFor()
  })
})

/** Returns the texts of a certificate that must be shown. */
function listTexts(row: DemoRow): string[] {
  const members = ['certificateNo', 'conclusion', 'shape', 'color', 'transparency', 'lustre', 'refractiveIndex']
  const more = [
    'fluorescence',
    'magnification',
    'spectrum',
    'treatment',
    'remarks',
    'inspector',
    'reviewer',
    '拉曼光谱',
  ]
  const texts = [...members, ...more].map((name) => row[name]).filter((value) => typeof value === 'string')
  return [...texts, ...((row.standards ?? []) as string[])]
}

function makeUnknownNo(): string {
  const known = new Set(DEMO.map(({ certificateNo }) => certificateNo))
  for (let serial = 1; ; serial += 1) {
    const certificateNo = makeCertificateNo('20240101', serial)
    if (!known.has(certificateNo)) return certificateNo
  }
}

function toFullWidth(character: string): string {
  return String.fromCharCode(character.charCodeAt(0) + 0xfee0)
}

import { createHash, createPrivateKey, randomBytes, sign } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeQrPicture } from '../../apps/web/src/testing/qr-picture.ts'
import { makeCertificateNo } from '../../packages/contract/src/certificates/certificate-number.ts'
import {
  RECEIPT_KEYS_PATH,
  RECEIPT_TYPE,
  toCanonicalJson,
} from '../../packages/contract/src/certificates/certificate-receipt.ts'
import { openWatchedPage, untilLive } from './browser.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { connectBrowser } from './shared-browser.ts'

const SEED = randomBytes(32)
const NUMBER = makeCertificateNo('20261103', 128)
const ANSWER = {
  state: 'valid',
  certificateNo: NUMBER,
  certificate: {
    certificateNo: NUMBER,
    version: 1,
    category: 'turquoise',
    conclusion: '绿松石',
    totalMassG: 12.36,
    issuedOn: '2026-11-03',
  },
}

let site: RunningSite
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({ RECEIPT_KEY: SEED.toString('base64') }), connectBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('a receipt', () => {
  const check = async (page: Page, text: string) => {
    await page.getByLabel('凭证文本').fill(text)
    await page.getByRole('button', { name: /核验凭证/ }).click()
  }
  const readVerdict = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true }).waitFor()

  it('is verified offline and distinguished from an altered one and one with another key', async () => {
    const { page, context, complaints } = await openWatchedPage(browser)
    await page.goto(`${site.url}/certificate-check/receipt`, { waitUntil: 'networkidle' })
    // The scripts that draw the QR code of a receipt are loaded after the start of the page.
    await expect
      .poll(() => listLoadedFiles(page))
      .toEqual(expect.arrayContaining(['certificate-receipt', 'share-code', 'qr']))
    await context.setOffline(true)
    const receipt = await signReceipt(SEED)
    await check(page, receipt)
    await readVerdict(page, '有效')
    await check(page, `${receipt.slice(0, -8)}AAAAAAAA`)
    await readVerdict(page, '已被改动')
    await check(page, await signReceipt(randomBytes(32), 'another-key'))
    await readVerdict(page, '非本站密钥签发')
    await page.getByLabel('选取凭证文件').setInputFiles(makeFile({ receipt, answer: ANSWER }))
    await page.getByText('与签名一致').waitFor()
    const worse = { ...ANSWER, certificate: { ...ANSWER.certificate, totalMassG: 21.36 } }
    await page.getByLabel('选取凭证文件').setInputFiles(makeFile({ receipt, answer: worse }))
    await page.getByText(/文件里的证书内容与签名时不同/).waitFor()
    expect(complaints).toEqual([])
    await context.close()
  })

  it('is verified when it is in the fragment of an address, and not sent to a server', async () => {
    const { page, context } = await openWatchedPage(browser)
    const receipt = await signReceipt(SEED)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url() + (request.postData() ?? '')))
    await page.goto(`${site.url}/certificate-check/receipt#${receipt}`)
    await readVerdict(page, '有效')
    expect(sent.filter((text) => text.includes(receipt.slice(-20)))).toEqual([])
    await context.close()
  })

  it('is verified without scripts', async () => {
    const { page, context } = await openWatchedPage(browser, { isScripted: false })
    await page.goto(`${site.url}/certificate-check/receipt`)
    await check(page, await signReceipt(SEED))
    await readVerdict(page, '有效')
    await context.close()
  })
})

describe('a QR code in a picture', () => {
  it.each([
    ['a photo of 12 megapixels with a small, rotated code', 4000, 3000, 420, 17],
    ['a picture from a chat', 260, 260, 220, 0],
  ])('fills in the number: %s', async (_what, widthPx, heightPx, codePx, turn) => {
    const { page, context } = await openWatchedPage(browser)
    await page.goto(`${site.url}/certificate-check`)
    const buffer = await takePicture(page, { widthPx, heightPx, codePx, turn })
    await page.getByRole('button', { name: '扫码填入' }).click()
    await page.getByLabel('从相册选取图片').setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(await page.getByLabel('证书编号', { exact: true }).inputValue()).toContain(NUMBER)
    await context.close()
  })
})

describe('the comparison of a certificate with the sample', () => {
  it.each([
    ['12.37', '一字不差', '相符'],
    ['14.02', '一字不差', '不符'],
    ['', '一字不差', '无法判断'],
  ])('shows for %j g and the wording %s: %s', async (reading, wording, expected) => {
    const { page, context } = await openWatchedPage(browser)
    await page.route('**/v1/certificate/check', (route) =>
      route.fulfill({ json: { code: 200, message: '成功', data: ANSWER, extra: {} } }),
    )
    await page.goto(`${site.url}/certificate-check?no=${NUMBER}`)
    // A form sent before hydration would bypass the route above.
    await untilLive(page)
    await page.getByRole('textbox', { name: '核对码' }).fill('7K3M9Q')
    await page.getByRole('textbox', { name: '核对码' }).press('Enter')
    await page.getByRole('button', { name: '逐项比对' }).click()
    await page.getByLabel('秤上读数').fill(reading)
    await page.getByRole('button', { name: '下一项' }).click()
    await page.getByLabel(wording, { exact: true }).check()
    await page.getByRole('button', { name: '看结论' }).click()
    await page.getByRole('heading', { name: `比对结论：${expected}` }).waitFor()
    await context.close()
  })
})

it('the report form keeps its text when upstream is down, without scripts', async () => {
  const { page, context } = await openWatchedPage(browser, { isScripted: false })
  await page.goto(`${site.url}/certificate-check/report?no=${NUMBER}`)
  await page.getByLabel('经过').fill('封面字体不同')
  await site.killUpstream()
  await page.getByRole('button', { name: '提交举报' }).click()
  await page.getByRole('heading', { name: '尚未提交', exact: true }).waitFor()
  expect(await page.getByLabel('经过').inputValue()).toBe('封面字体不同')
  await context.close()
})

/** Signs a receipt as the BFF does. `kid` is by default that of the site's key. */
async function signReceipt(seed: Buffer, kid?: string): Promise<string> {
  const published = await fetch(site.url + RECEIPT_KEYS_PATH)
  const { keys } = (await published.json()) as { keys: { kid: string }[] }
  const header = { alg: 'EdDSA', typ: RECEIPT_TYPE, kid: kid ?? keys[0]?.kid }
  const hash = createHash('sha256').update(toCanonicalJson(ANSWER)).digest('base64url')
  const claims = { iss: site.url, sub: NUMBER, iat: Math.floor(Date.now() / 1000), state: 'valid', hash }
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  // Prefix of a PKCS #8 Ed25519 key before its 32 bytes (RFC 8410, section 7).
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}

function makeFile(content: object) {
  const buffer = Buffer.from(JSON.stringify(content))
  return { name: `${NUMBER}.receipt.json`, mimeType: 'application/json', buffer }
}

interface Photo {
  widthPx: number
  heightPx: number
  codePx: number
  /** Rotation in degrees. */
  turn: number
}

/** Makes a JPEG of a code as a camera would take it. */
async function takePicture(page: Page, photo: Photo): Promise<Buffer> {
  const code = makeQrPicture(`https://www.example.cn/certificate-check?no=${NUMBER}`, 1)
  const address = await page.evaluate(
    ({ pixels, side, widthPx, heightPx, codePx, turn }) => {
      const makeCanvas = (width: number, height: number) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        return [canvas, canvas.getContext('2d') as CanvasRenderingContext2D] as const
      }
      const [code, codeContext] = makeCanvas(side, side)
      codeContext.putImageData(new ImageData(Uint8ClampedArray.from(pixels), side), 0, 0)
      const [photo, context] = makeCanvas(widthPx, heightPx)
      context.fillStyle = '#c8bfae'
      context.fillRect(0, 0, widthPx, heightPx)
      context.translate(widthPx / 2, heightPx / 2)
      context.rotate((turn * Math.PI) / 180)
      context.imageSmoothingEnabled = false
      context.drawImage(code, -codePx / 2, -codePx / 2, codePx, codePx)
      return photo.toDataURL('image/jpeg', 0.8)
    },
    { pixels: [...code.data], side: code.width, ...photo },
  )
  return Buffer.from(address.split(',')[1] ?? '', 'base64')
}

/** Returns the names of the loaded scripts; their hash is removed. */
function listLoadedFiles(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => /([a-z-]+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? ''),
  )
}

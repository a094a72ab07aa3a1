import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificateNo } from '../../packages/contract/src/certificates/certificate-number.ts'
import type { ReceiptFile } from '../../packages/contract/src/certificates/certificate-receipt.ts'
import { type RunningSite, startSite } from '../e2e/running-site.ts'
import type { EnginePage } from './engine.ts'
import { expectSoundLayout } from './layout.ts'
import { onEveryEngine } from './on-every-engine.ts'
import { findField, openLive, untilLive, waitForPath } from './steps.ts'

/** A certificate of the demo content, with its check code. */
const [NO, CODE] = ['SH20261103001285', '7K3M9Q']
/** A number that was never issued. */
const UNKNOWN_NO = makeCertificateNo('20240101', 7)

/** Script that records the text of every file that the page saves from now on. */
const KEEP_SAVED_TEXT = `(() => {
  const create = URL.createObjectURL
  URL.createObjectURL = (file) => {
    file.text().then((text) => { window.savedText = text })
    return create.call(URL, file)
  }
})()`

let site: RunningSite
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'receipt-'))
  site = await startSite()
})
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

async function lookUp(page: EnginePage, number: string, code = CODE) {
  await page.fill(await findField(page, '证书编号'), number)
  await page.fill(await findField(page, '核对码'), code)
  await page.click('main form button[type=submit]', { text: '查询证书' })
}

/** Changes one character of a receipt's signed text. */
function alterReceipt(saved: string): string {
  const file = JSON.parse(saved) as ReceiptFile
  const at = file.receipt.indexOf('.') + 40
  const letter = file.receipt[at] === 'A' ? 'B' : 'A'
  return JSON.stringify({ ...file, receipt: file.receipt.slice(0, at) + letter + file.receipt.slice(at + 1) })
}

onEveryEngine('lookup', (engine) => {
  it('shows a certificate, proves it by the log at two visits, and refuses a wrong code and an unknown number', async () => {
    const page = await engine().open()
    await openLive(page, `${site.url}/certificate-check`)
    await lookUp(page, NO)
    await page.waitFor('main h2', { text: '编号有效' })
    const shown = (await page.text('main')).replaceAll('\u00a0', ' ')
    for (const value of [NO, '绿松石', '12.36 g（61.80 ct）', '拉曼光谱', '蜡状光泽']) expect(shown).toContain(value)
    expect(await page.url()).toBe(`${site.url}/certificate-check`)
    await page.waitFor('main', { text: '这台设备记下了检查点，下次查询时核对其延续。' })
    await expectSoundLayout(page)

    await page.click('main button', { text: '怎样核对的' })
    await page.waitFor('main', { text: '3 幅相符' })
    const wrong: string[] = []
    for (const [number, code] of [
      [NO, '222222'],
      [UNKNOWN_NO, '222222'],
    ] as const) {
      await openLive(page, `${site.url}/certificate-check`)
      await lookUp(page, number, code)
      await page.waitFor('main h2', { text: '未查到相符的证书' })
      wrong.push((await page.text('main h2')).trim())
    }
    expect(new Set(wrong).size).toBe(1)

    await openLive(page, `${site.url}/certificate-check?no=${NO}`)
    await page.fill(await findField(page, '核对码'), CODE)
    await page.press('Enter')
    await page.waitFor('main', { text: '所见以来只增不改。' })
    expect(site.logs.join('')).not.toContain(CODE)
    expect(page.complaints()).toEqual([])
    await page.close()
  })

  it('corrects a mistyped number and saves a receipt that the receipt page verifies', async () => {
    const page = await engine().open({ widthPx: 390 })
    await openLive(page, `${site.url}/certificate-check`)
    await expectSoundLayout(page)
    await lookUp(page, NO.replace('20261103', '2O26II03'))
    await page.waitFor('main h2', { text: '证书编号有误' })
    await page.click('main a', { text: `按 ${NO} 重查` })
    await page.waitFor('main h2', { text: '编号有效' })
    await expectSoundLayout(page)

    // The receipt has the log's proof once that has been checked.
    await page.waitFor('main', { text: '这台设备记下了检查点' })
    await page.evaluate(KEEP_SAVED_TEXT)
    await page.click('main button', { text: '下载凭证文件' })
    await expect.poll(() => page.evaluate('window.savedText ?? ""')).toContain('c2sp.org/tlog-proof@v1')
    const saved = await page.evaluate<string>('window.savedText')
    expect(saved).not.toContain(CODE)
    const file = path.join(folder, `${engine().name}.json`)
    writeFileSync(file, saved)
    await openLive(page, `${site.url}/certificate-check/receipt`)
    await page.setFiles('main input[type=file]', [file])
    await page.waitFor('main h2', { text: '有效' })
    await page.waitFor('main', { text: '与签名一致' })
    await expectSoundLayout(page)

    writeFileSync(file, alterReceipt(saved))
    await openLive(page, `${site.url}/certificate-check/receipt`)
    await page.setFiles('main input[type=file]', [file])
    await page.waitFor('main h2', { text: '已被改动' })
    expect(page.complaints()).toEqual([])
    await page.close()
  })

  it('shows the certificate in English, and the public log with its own check', async () => {
    const page = await engine().open()
    await openLive(page, `${site.url}/certificate-check?no=${NO}`)
    await page.click('main a, header a', { text: 'English' })
    await waitForPath(page, /^\/en\/certificate-check\?no=SH\d+$/)
    await untilLive(page)
    await page.fill(await findField(page, 'Check code'), CODE)
    await page.click('main form button[type=submit]', { text: 'Check' })
    await page.waitFor('main h2', { text: 'This certificate is valid' })
    expect(await page.text('main article')).toContain('Oval cabochon')
    expect(await page.evaluate('document.documentElement.lang')).toBe('en')
    await expectSoundLayout(page)

    await openLive(page, `${site.url}/log`)
    await page.waitFor('main', { text: '相符' })
    await expectSoundLayout(page)
    expect(page.complaints()).toEqual([])
    await page.close()
  })

  it('answers without scripts', async () => {
    const page = await engine().open({ isScripted: false, widthPx: 390 })
    for (const [number, code, heading] of [
      [NO, CODE, '编号有效'],
      [NO, '222222', '未查到相符的证书'],
      [NO.slice(0, -1), CODE, '证书编号有误'],
    ] as const) {
      await page.goto(`${site.url}/certificate-check`)
      await lookUp(page, number, code)
      await page.waitFor('main h2', { text: heading })
      await expectSoundLayout(page)
      if (number === NO && code === CODE) {
        expect(await page.text('main')).toMatch(/公开日志第 \d+ 条，条目 [\da-f]{6}…[\da-f]{6}。/)
      }
    }
    await page.goto(`${site.url}/log`)
    expect(await page.text('h1')).toBe('公开日志')
    await page.close()
  })
})

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countPictures, hasPoppler } from '../../../apps/bff/src/testing/poppler.ts'
import { downloadFile } from '../certificates/printed-card.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite, waiveReminders } from '../writing-site.ts'

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  await site.appoint(site.writer, ['approve'], ['turquoise'])
  await waiveReminders(site)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Draws a signature in the browser. @returns PNG with a transparent ground */
async function drawSignature(page: Page, isSteep: boolean): Promise<Buffer> {
  const address = await page.evaluate((steep) => {
    const canvas = document.createElement('canvas')
    ;[canvas.width, canvas.height] = [420, 160]
    const pen = canvas.getContext('2d')
    if (!pen) throw new Error('no canvas')
    ;[pen.strokeStyle, pen.lineWidth] = ['#1b2a6b', 7]
    pen.moveTo(30, 110)
    pen.bezierCurveTo(120, steep ? -60 : 20, 240, 190, 390, 60)
    pen.stroke()
    return canvas.toDataURL('image/png')
  }, isSteep)
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

/** Prepares a certificate as the owner and approves it as the signatory. @returns its number */
async function publish(page: Page): Promise<string> {
  await page.goto(`${site.url}/manage/certificates`)
  await page.getByRole('button', { name: '新建证书' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '绿松石' }).click()
  await page.getByLabel('检验结论').fill('绿松石')
  await page.getByLabel('总质量').fill('5.04')
  await page.getByRole('button', { name: '提交审批' }).click()
  await page.getByRole('button', { name: '由您制作，须他人批准' }).waitFor()
  const signatory = await openAs(pages, site, 'writer', new URL(page.url()).pathname)
  await signatory.page.getByRole('button', { name: '批准并发布' }).waitFor()
  await signatory.page.keyboard.press('a')
  await signatory.page.getByRole('dialog').getByRole('button', { name: '确认发布' }).waitFor()
  await signatory.page.keyboard.press('Enter')
  await signatory.page.getByRole('region', { name: '已发布的内容' }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

async function printA4(page: Page, certificateNo: string): Promise<Buffer> {
  await page.goto(`${site.url}/manage/certificates?state=published`)
  await page
    .getByRole('row', { name: new RegExp(certificateNo) })
    .getByRole('checkbox')
    .check()
  await page.getByRole('link', { name: '打印所选' }).click()
  await page.getByRole('radio', { name: /^A4/ }).first().check()
  return await downloadFile(page)
}

it.skipIf(!hasPoppler())(
  'a signature is uploaded and printed, and a reprint keeps it after another upload',
  async () => {
    const { page, complaints } = await openAs(pages, site, 'owner', '/manage/people')
    await page.getByRole('link', { name: '林知微' }).click()
    await page.getByText('没有签名图片').waitFor()
    const address = page.url()
    const upload = page.getByLabel('上传签名图片')
    await upload.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await page.getByText('这个文件不是图片，请选择 PNG 或 JPEG 图片').waitFor()
    const signature = page.getByRole('img', { name: '林知微的签名' })
    await upload.setInputFiles({ name: '签名.png', mimeType: 'image/png', buffer: await drawSignature(page, false) })
    const first = await signature.getAttribute('src')

    const certificateNo = await publish(page)
    const printed = await printA4(page, certificateNo)
    expect(countPictures(printed)).toBe(1)

    await page.goto(address)
    await upload.setInputFiles({ name: '签名.png', mimeType: 'image/png', buffer: await drawSignature(page, true) })
    await expect.poll(() => signature.getAttribute('src')).not.toBe(first)
    expect((await printA4(page, certificateNo)).equals(printed)).toBe(true)

    await page.goto(address)
    await page.getByRole('button', { name: '移除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '移除', exact: true }).click()
    await page.getByText('没有签名图片').waitFor()
    expect((await printA4(page, certificateNo)).equals(printed)).toBe(true)
    expect(complaints).toEqual([])
  },
)

import { buffer } from 'node:stream/consumers'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'

const SPECTRUM = '波数,吸光度\r\n4000,0.012\r\n3998,0.013\r\n'

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

it('raw records are uploaded to a draft, saved byte for byte, removed, and exported as one ZIP', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/certificates')
  await page.getByRole('button', { name: '新建证书' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '绿松石' }).click()
  const panel = page.getByRole('region', { name: '原始记录' })
  await panel.getByLabel(/^仪器/).fill('红外光谱仪')
  const toFile = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await panel
    .getByLabel('选择文件')
    .setInputFiles([toFile('红外 光谱.csv', SPECTRUM), toFile('b.csv', '1,2\n'), toFile('evil.html', '<script>')])
  await panel.getByText('文件的内容与扩展名不符').waitFor()
  await panel.getByRole('button', { name: /不传了.*evil/ }).click()
  await panel
    .getByText(/^红外光谱仪，第 1 版（未批准）/)
    .first()
    .waitFor()
  const save = async (name: RegExp) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return { name: download.suggestedFilename(), bytes: await buffer(await download.createReadStream()) }
  }
  expect(await save(/下载.*红外 光谱/)).toEqual({ name: '红外 光谱.csv', bytes: Buffer.from(SPECTRUM) })
  await panel.getByRole('button', { name: /查看图谱.*红外 光谱/ }).click()
  const spectrum = page.getByRole('dialog', { name: '图谱：红外 光谱.csv' })
  await spectrum.getByText('4000 至 3998 cm⁻¹，2 个点').waitFor()
  await spectrum.getByRole('slider', { name: '图谱读数' }).press('End')
  await spectrum.getByText('波数 3998 cm⁻¹，吸光度 0.013').waitFor()
  expect(await save(/下载原文件/)).toEqual({ name: '红外 光谱.csv', bytes: Buffer.from(SPECTRUM) })
  await spectrum.getByRole('button', { name: '关闭' }).click()
  await panel.getByRole('button', { name: /移除.*b.csv/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: '移除', exact: true }).click()
  await expect.poll(() => panel.getByText('b.csv').count()).toBe(0)
  await page.reload()
  await panel.getByText('红外 光谱.csv', { exact: true }).waitFor()
  const certificateNo = new URL(page.url()).pathname.split('/').at(-1)
  await page.getByRole('link', { name: '历次版本' }).click()
  const zip = await save(/导出全部档案/)
  expect(zip.name).toBe(`${certificateNo}.zip`)
  expect(zip.bytes.subarray(0, 2).toString()).toBe('PK')
  expect(zip.bytes.includes('records/v1-01.csv')).toBe(true)
  expect(complaints).toEqual([])
})

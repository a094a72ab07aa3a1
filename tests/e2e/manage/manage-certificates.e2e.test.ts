import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'
import { drawPhoto, rotatePhoto } from './sample-photo.ts'

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

it('pictures are reduced in a worker, rotated and cropped by keyboard, and a file that is no picture is refused', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/certificates')
  await page.getByRole('button', { name: '新建证书' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '绿松石' }).click()
  const chooser = page.getByLabel('拖入、粘贴或选取图片')
  const photo = rotatePhoto(await drawPhoto(page, 3000, 1500))
  const evil = {
    name: 'evil.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  }
  await chooser.setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo }, evil])
  await page.getByText('这个文件不是图片').waitFor()
  await page.getByRole('button', { name: /移除.*evil/ }).click()
  await page.getByLabel('说明').fill('正面')
  expect(page.workers()).toHaveLength(1)
  const width = page.getByLabel('画面宽 mm')
  await width.fill('20')
  const findStored = () => page.getByAltText('正面').getAttribute('src')
  const measurePicture = async (address: string) => {
    expect((await (await page.request.get(address)).body()).toString('latin1')).not.toMatch(/SECRETCAM|Exif/)
    return await page.evaluate(async (src) => {
      const image = new Image()
      image.src = src
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, address)
  }
  // The picture is upright and smaller: 1500 × 3000.
  const first = (await findStored()) ?? ''
  expect(await measurePicture(site.url + first)).toEqual([1200, 2400])
  await page.getByRole('button', { name: '第 1 张顺时针转 90°' }).click()
  await expect.poll(() => width.inputValue()).toBe('40')
  await page.getByRole('button', { name: '裁剪第 1 张' }).click()
  const corner = page.getByRole('button', { name: '移动左上角' })
  for (let step = 0; step < 5; step += 1) await corner.press('Shift+ArrowRight')
  await page.getByRole('button', { name: '裁剪', exact: true }).click()
  await expect.poll(() => width.inputValue()).toBe('20')
  expect(await measurePicture(site.url + ((await findStored()) ?? ''))).toEqual([1500, 1500])
  await page.getByText('已保存').waitFor()
  await page.reload()
  await expect.poll(() => width.inputValue()).toBe('20')
  expect(complaints).toEqual([])
})

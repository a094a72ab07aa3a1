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
  await page.getByLabel('说明', { exact: true }).fill('正面')
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

it('two writers of a draft keep what they typed: different fields are merged, the same field is chosen by keyboard', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/certificates')
  await page.getByRole('button', { name: '新建证书' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '绿松石' }).click()
  const color = page.getByLabel('颜色', { exact: true })
  await color.fill('蓝色')
  await page.getByText(/^已保存/).waitFor()
  const path = `/v1/manage/certificates/${new URL(page.url()).pathname.split('/').at(-1)}`
  const token = await site.fetchToken(site.owner)
  interface Stored {
    pendingChange: { revision: number; form: { fields: Record<string, string> }; answers: object[] }
  }
  const read = async () => (await site.ask<Stored>('GET', path, undefined, token)).pendingChange
  const saveByColleague = async (fields: Record<string, string>) => {
    const { revision, form, answers } = await read()
    const changed = { ...form, fields: { ...form.fields, ...fields } }
    await site.ask('PUT', path, { revision, form: changed, answers }, token)
  }
  await saveByColleague({ lustre: '蜡状光泽' })
  await page.getByLabel('透明度').fill('不透明')
  await page.getByText('双方的改动已合并').waitFor()
  expect((await read()).form.fields).toMatchObject({ color: '蓝色', lustre: '蜡状光泽', transparency: '不透明' })

  await saveByColleague({ color: '绿色', shape: '椭圆' })
  await color.fill('蓝绿色')
  await page.getByRole('button', { name: '逐项选定' }).press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  expect(await page.getByLabel('颜色：用您的').isChecked()).toBe(true)
  await page.getByRole('button', { name: '按所选保存' }).press('Enter')
  await expect.poll(async () => (await read()).form.fields).toMatchObject({ color: '蓝绿色', shape: '椭圆' })
  expect(complaints).toEqual([])
})

it('pictures named by certificate numbers are stored in the drafts of the person, in the order of their suffixes', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/certificates/import/pictures')
  const token = await site.fetchToken(site.owner)
  const createDraft = () =>
    site.ask<{ certificateNo: string }>('POST', '/v1/manage/certificates', { category: 'turquoise' }, token)
  const { certificateNo } = await createDraft()
  const photo = await drawPhoto(page, 800, 600)
  const toFile = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: photo })
  const names = [`${certificateNo} (2).jpg`, `${certificateNo}.jpg`, 'IMG_0012.jpg', 'SH20261103001285-1.jpg']
  await page.getByLabel('选择图片').setInputFiles(names.map(toFile))
  await page.getByRole('heading', { name: '2 张可以上传，2 张不能上传' }).waitFor()
  await page.getByRole('button', { name: '上传 2 张' }).press('Enter')
  await page.getByText('已存入 2 / 2 张').waitFor()
  await page.getByRole('link', { name: certificateNo }).first().click()
  await page.getByText('2 / 8').waitFor()
  expect(complaints).toEqual([])
})

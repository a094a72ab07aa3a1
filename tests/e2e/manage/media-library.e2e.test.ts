import { randomBytes } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePdf } from '../../../apps/upstream/src/testing/make-pdf.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'
import { drawPhoto } from './sample-photo.ts'

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

const upload = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel('选择文件').setInputFiles({ name, mimeType, buffer })

it('a picture and a PDF are uploaded, used in an article, replaced, and deleted when nothing uses them', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/media')
  await page.getByText('宽 × 高不超过 5000 万像素').waitFor()
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await upload(page, '大图.jpg', 'image/jpeg', randomBytes(20 << 20))
  await page.getByText('20 MB，图片不能超过 10 MB，请缩小后再上传').waitFor()
  await upload(page, '脚本.docx', 'application/msword', Buffer.from('PK'))
  await page.getByText('Word、Excel、PPT 请先“另存为 PDF”').waitFor()
  expect(requests).not.toContain('POST /v1/manage/media')
  const script = makePdf({ objects: ['<< /S /JavaScript /JS (app.alert(1)) >>'] })
  await upload(page, '脚本.pdf', 'application/pdf', script)
  await page.getByText('这个 PDF 含有脚本（JavaScript），请另存为普通 PDF 后再上传').waitFor()

  await upload(page, '绿松石 铁线.jpg', 'image/jpeg', await drawPhoto(page, 320, 240))
  await page.getByText('已上传：').waitFor()
  await upload(page, '能力附表 2026.pdf', 'application/pdf', makePdf())
  await page
    .getByRole('link', { name: /^能力附表 2026\.pdf/ })
    .last()
    .waitFor()

  await page.goto(`${site.url}/manage/articles`)
  await page.getByRole('button', { name: '写文章' }).click()
  await page.getByRole('textbox', { name: '标题' }).fill('绿松石的铁线')
  for (const name of ['绿松石 铁线.jpg', '能力附表 2026.pdf']) {
    await page.getByRole('button', { name: '从图片库选择图片或 PDF' }).click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
  }
  await page.getByRole('textbox', { name: '正文' }).getByRole('link', { name: '能力附表 2026.pdf' }).waitFor()
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/draft'))
  await page.keyboard.press('Control+s')
  await saved

  await page.goto(`${site.url}/manage/media`)
  await page.getByRole('link', { name: /^绿松石 铁线\.jpg/ }).click()
  await page
    .getByRole('region', { name: '用在哪里' })
    .getByRole('link', { name: /未命名文章|绿松石的铁线/ })
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: '删除' }).isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: '替代文字' }).fill('绿松石表面的褐黑色铁线')
  await page.getByRole('button', { name: '保存说明' }).click()
  await page.getByText('说明已保存').waitFor()
  const address = await page.locator('code').first().textContent()
  await page.getByRole('button', { name: '换文件，地址不变' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByLabel('选择文件')
    .setInputFiles({ name: '新图.jpg', mimeType: 'image/jpeg', buffer: await drawPhoto(page, 340, 240) })
  await dialog.getByRole('button', { name: '换文件' }).click()
  await page.getByRole('button', { name: '退回' }).waitFor()
  expect(await page.locator('code').first().textContent()).toBe(address)

  await page.goto(`${site.url}/manage/media`)
  await upload(page, '未用.jpg', 'image/jpeg', await drawPhoto(page, 360, 240))
  await page.getByRole('link', { name: '未用.jpg', exact: true }).click()
  await page.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
  await page.getByText('已移到回收站').waitFor()
  await page.getByRole('link', { name: '回收站' }).click()
  await page.getByRole('link', { name: /^未用\.jpg/ }).click()
  await page.getByRole('button', { name: '恢复' }).click()
  await page.getByRole('button', { name: '删除' }).waitFor()
  expect(complaints).toEqual([])
})

it('several files go into the recycle bin and back, used ones stay, and the view of one leads to the next', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/media')
  for (const [name, width] of [
    ['甲.jpg', 380],
    ['乙.jpg', 400],
  ] as const) {
    await upload(page, name, 'image/jpeg', await drawPhoto(page, width, 240))
    await page.getByText('已上传：').getByRole('link', { name }).waitFor()
  }
  await page
    .getByRole('link', { name: /^乙\.jpg/ })
    .last()
    .click()
  await page.getByRole('link', { name: '下一个' }).click()
  await page.getByRole('heading', { name: '甲.jpg' }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: '乙.jpg' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: '图片与文件', exact: true }).click()

  const choose = (name: string) => page.getByRole('checkbox', { name: `选择 ${name}` }).check()
  await choose('甲.jpg')
  await choose('乙.jpg')
  await page.getByText('已选 2 个，均未使用').waitFor()
  await choose('能力附表 2026.pdf')
  await page.getByText('已选 3 个，2 个未使用').waitFor()
  await page.getByRole('button', { name: '移到回收站' }).click()
  await page.getByRole('dialog').getByText('另外 1 个还在使用，不会动').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '移到回收站' }).click()
  await page.getByText('已移到回收站 2 个').waitFor()
  await page.getByRole('checkbox', { name: '选择 甲.jpg' }).waitFor({ state: 'detached' })
  expect(await page.getByRole('checkbox', { name: '选择 能力附表 2026.pdf' }).count()).toBe(1)

  await page.getByRole('link', { name: /^回收站/ }).click()
  await choose('甲.jpg')
  await page.getByRole('button', { name: '全选本页' }).click()
  await page.getByRole('button', { name: '恢复' }).click()
  await page.getByText('已恢复 2 个').waitFor()
  await page.getByText('回收站是空的').waitFor()
  await page.getByRole('link', { name: /^全部/ }).click()
  await page.getByRole('combobox', { name: '大小：' }).selectOption('1 MB 以上')
  await page.getByText('没有符合条件的文件').waitFor()
  expect(complaints).toEqual([])
})

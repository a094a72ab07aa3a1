import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import {
  insertPicture,
  locateText,
  openAs,
  openEditor,
  settleCaret,
  startWritingSite,
  type WritingSite,
} from '../writing-site.ts'

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

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const FILE = { name: 'chosen.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }

async function pasteHtml(page: Page, html: string): Promise<void> {
  await locateText(page).evaluate((field, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', copied)
    clipboardData.setData('text/plain', '文字')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

async function readSource(page: Page): Promise<string> {
  await page.getByRole('radio', { name: '源码' }).check()
  await page.locator('.cm-content').waitFor()
  const text = await page.locator('.cm-line').allTextContents()
  await page.getByRole('radio', { name: '所见' }).check()
  await page.locator('.ProseMirror').waitFor()
  return text.join('\n')
}

async function openNewArticle(title: string) {
  const token = await site.fetchSetUpToken()
  await site.ask('POST', '/v1/article/', { title, categoryId: 33, isPublish: 3, contentMd: '首段', tagList: [] }, token)
  const { records } = await site.ask<{ records: { id: number; title: string }[] }>(
    'GET',
    '/v1/manage/articles',
    undefined,
    token,
  )
  const id = records.find((record) => record.title === title)?.id
  const opened = await openAs(pages, site, 'owner', `/manage/articles/${id}`)
  await locateText(opened.page).waitFor()
  return opened
}

it('pictures of a copy from Word are uploaded in their places, or chosen there, by staff', async () => {
  const { page, complaints } = await openNewArticle('词中有图')
  const text = locateText(page)
  await text.focus()
  await page.keyboard.press('Control+a')
  await pasteHtml(
    page,
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><p class=MsoNormal>甲</p><p class=MsoNormal><img src="data:image/png;base64,${PIXEL}"></p><p class=MsoNormal>乙</p><p class=MsoNormal><img src="file:///C:/a.png"></p><p class=MsoNormal>丙<img src="data:image/svg+xml;base64,PHN2Zz4="></p></body></html>`,
  )
  await text.locator('img[src^="/file/img/"]').waitFor()
  // The strip stays when the uploaded picture takes its place, since the person has changed nothing.
  await page.getByText('图片 1 处（SVG 不能上传，请另存为 PNG）').waitFor()
  const unread = text.getByText('浏览器读不到 Word 里的这张图片，请选择文件')
  await unread.waitFor()
  await page.getByRole('button', { name: /^发布/ }).click()
  await page.getByText('还有 1 张图片没有上传').first().waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    text.getByRole('button', { name: '选择文件' }).click(),
  ])
  await chooser.setFiles(FILE)
  await unread.waitFor({ state: 'detached' })
  await text.locator('img[src^="/file/img/"]').nth(1).waitFor()
  expect(await readSource(page)).toMatch(/^甲\n\n!\[\]\(\/file\/img\/\S+\)\n\n乙\n\n!\[\]\(\/file\/img\/\S+\)\n\n丙$/)
  expect(complaints).toEqual([])
})

it('pictures of other sites are copied into their places, or say why not, and can be chosen there', async () => {
  const { page, complaints } = await openNewArticle('别站的图')
  const text = locateText(page)
  const copy = '**/v1/manage/media/fetch'
  const asked: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The machine of the test has no Internet: an upload stands in for the first copy. The second asks upstream.
  await page.route(copy, async (route) => {
    const { address } = route.request().postDataJSON()
    asked.push(address)
    if (!address.startsWith('https://mmbiz.example/')) return await route.continue()
    await held
    const item = { id: '0'.repeat(32), url: '/file/img/copied.png' }
    await route.fulfill({ json: { code: 200, message: '成功', data: { item, isKnown: true }, extra: {} } })
  })
  await page.route('**/file/img/copied.png', (route) => route.fulfill({ contentType: 'image/png', body: FILE.buffer }))
  await text.focus()
  await page.keyboard.press('Control+a')
  await pasteHtml(
    page,
    '<section><section>甲<img data-src="https://mmbiz.example/x" src="data:image/svg+xml;base64,PHN2Zz4="></section><section>乙<img src="http://127.0.0.1/b.png"></section></section>',
  )
  await text.getByText('正在转存').first().waitFor()
  const refused = text.getByText('图片没有转存：地址不在公网上')
  await refused.waitFor()
  await page.getByRole('button', { name: /^发布/ }).click()
  await page.getByText('还有 2 张图片没有上传').first().waitFor()
  release()
  await text.locator('img[src="/file/img/copied.png"]').waitFor()
  await text.getByRole('button', { name: '重试' }).click()
  await refused.waitFor()
  await expect
    .poll(() => asked)
    .toEqual(['https://mmbiz.example/x', 'http://127.0.0.1/b.png', 'http://127.0.0.1/b.png'])
  await refused.waitFor()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    text.getByRole('button', { name: '选择文件' }).click(),
  ])
  await chooser.setFiles(FILE)
  await refused.waitFor({ state: 'detached' })
  await text.locator('img[src^="/file/img/m/"]').waitFor()
  expect(await readSource(page)).toMatch(/^甲!\[\]\(\/file\/img\/copied\.png\)\n\n乙!\[\]\(\/file\/img\/m\/\S+\)$/)
  expect(complaints.filter((complaint) => !complaint.includes('media/fetch'))).toEqual([])
})

it('a paste is taken back with its picture, which was stored meanwhile, and nothing else', async () => {
  const { page, complaints } = await openNewArticle('撤销有图')
  const text = locateText(page)
  await text.getByText('首段').click()
  await page.keyboard.press('End')
  await settleCaret(page)
  await pasteHtml(page, `<p>甲<img src="data:image/png;base64,${PIXEL}"></p><h2>乙</h2>`)
  await text.locator('img[src^="/file/img/"]').waitFor()
  const getBar = () => text.getByRole('heading').evaluate((heading) => getComputedStyle(heading, '::before').inlineSize)
  expect(await getBar()).toBe('3px')
  await page.getByRole('button', { name: '撤销粘贴' }).click()
  await text.getByRole('heading').waitFor({ state: 'detached' })
  expect(await readSource(page)).toBe('首段')
  expect(complaints).toEqual([])
})

it('two files that are dropped together take the places of the pictures of Word, in their order', async () => {
  const { page, complaints } = await openNewArticle('两张图')
  const text = locateText(page)
  await text.focus()
  await page.keyboard.press('Control+a')
  await pasteHtml(page, '<p>甲<img src="file:///C:/a.png">乙</p><p>丙<img src="file:///C:/b.png"></p>')
  await text.getByRole('button', { name: '选择文件' }).nth(1).waitFor()
  await page.getByLabel('选择图片', { exact: true }).setInputFiles([FILE, { ...FILE, name: 'second.png' }])
  await text.locator('img[src^="/file/img/"]').nth(1).waitFor()
  expect(await readSource(page)).toMatch(/^甲!\[\]\(\/file\/img\/\S+\)乙\n\n丙!\[\]\(\/file\/img\/\S+\)$/)
  expect(complaints).toEqual([])
})

it('the text goes on below a picture that was chosen', async () => {
  const { page, complaints } = await openNewArticle('图后接着写')
  const text = locateText(page)
  await text.getByText('首段').click()
  await page.keyboard.press('End')
  await settleCaret(page)
  await page.getByLabel('选择图片', { exact: true }).setInputFiles([FILE])
  await text.locator('img[src^="/file/img/"]').waitFor()
  await page.keyboard.type('接着写')
  expect(await readSource(page)).toMatch(/^首段\n\n!\[\]\(\/file\/img\/\S+\)\n\n接着写\n?$/)

  await text.getByText('缺替代文字').click()
  await page.getByLabel('图注').fill('正面')
  await page.keyboard.press('Escape')
  await expect.poll(() => text.evaluate((field) => field.contains(document.activeElement))).toBe(true)
  await text.getByText('正面').waitFor()
  expect(complaints).toEqual([])
})

it('a picture waits in its place without a network, shows its progress, and can be tried again', async () => {
  const { page, context, complaints } = await openEditor(pages, site, 'writer')
  const text = locateText(page)
  await text.focus()
  await page.keyboard.type('首段')
  await context.setOffline(true)
  await page.waitForFunction(() => !navigator.onLine)
  await insertPicture(page, 'paste', 'net.png', PIXEL)
  await text.getByText('图片等待上传').waitFor()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/file/upload', async (route) => {
    await held
    await route.abort()
  })
  await context.setOffline(false)
  await text.getByRole('progressbar', { name: '图片上传进度' }).waitFor()
  await text.getByText(/^\d+%$/).waitFor()
  release()
  await text.getByText('图片没有上传成功，请重试').waitFor()
  await page.unroute('**/file/upload')
  await text.getByRole('button', { name: '重试' }).click()
  await text.locator('img[src^="/file/img/"]').waitFor()
  expect(
    complaints.filter((complaint) => !/ERR_FAILED|ERR_INTERNET_DISCONNECTED|file\/upload/.test(complaint)),
  ).toEqual([])
})

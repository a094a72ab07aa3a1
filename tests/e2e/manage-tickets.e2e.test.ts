import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWatchedPage } from './browser.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { connectBrowser } from './shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from './writing-site.ts'

const FEEDBACK = { type: 2, title: '重量与实物不符', content: '家里的秤称是 11.9 g', email: 'li@example.test' }

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
const PHOTO = { name: '秤.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') }

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  const settings = { SITE_URL: 'https://lab.example.test' }
  ;[site, browser] = await Promise.all([startWritingSite(settings), connectBrowser()])
  pages = createPagePool(browser, site.url)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

it('a visitor is answered by mail, replies by its link without JavaScript, and staff see the reply', async () => {
  await site.ask('POST', '/v1/feedback/visitor', FEEDBACK)
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/tickets')
  await page.getByRole('link', { name: FEEDBACK.title }).click()
  await page.getByRole('heading', { name: FEEDBACK.title }).waitFor()
  await page.keyboard.press('a')
  await page.getByText('由 石衡检测 经办').waitFor()

  // Note and answer have different boxes with separate drafts.
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: '内部备注' }).fill('天平已校准')
  await page.keyboard.press('Control+Enter')
  await page.getByText('天平已校准').waitFor()
  await page.getByRole('tab', { name: '答复对方' }).click()
  await page.getByRole('textbox', { name: '答复对方' }).fill('请带扣再称一次')
  await page.getByLabel('图片', { exact: true }).setInputFiles([PHOTO, { ...PHOTO, buffer: Buffer.from('<svg/>') }])
  await page.getByText('这个文件的内容不是图片').first().waitFor()
  await page.getByRole('button', { name: '移除第 2 张图片' }).click()
  await page.getByRole('button', { name: '答复并等待' }).click()
  await page.getByText('的答复即将发出').waitFor()
  expect(await site.mails()).not.toContainEqual(expect.objectContaining({ to: FEEDBACK.email }))

  // A withdrawn text is a draft again, even after the page was left.
  await page.getByRole('button', { name: '撤回修改' }).click()
  await page.reload()
  expect(await page.getByRole('textbox', { name: '答复对方' }).inputValue()).toBe('请带扣再称一次')
  await expectPictureShown(page, '附图片 1')
  await page.getByRole('button', { name: '答复并等待' }).click()
  // The browser sends it when the page is left.
  await page.goto(`${site.url}/about`)
  await expect.poll(async () => (await site.mails())[0]?.to, { timeout: 9000 }).toBe(FEEDBACK.email)
  const mail = (await site.mails())[0]?.text ?? ''
  expect(mail).not.toContain('天平已校准')
  expect(mail).toContain('本答复附图片 1 张')
  const link = /https:\/\/lab\.example\.test(\/conversation\?key=[\w-]{43})/.exec(mail)?.[1] ?? ''

  const visitor = await openWatchedPage(browser, { isScripted: false })
  await visitor.page.goto(site.url + link)
  expect(await visitor.page.content()).not.toContain('请带扣再称一次')
  await visitor.page.getByRole('button', { name: '查看留言与答复' }).click()
  await visitor.page.getByText('请带扣再称一次').waitFor()
  await expectPictureShown(visitor.page, '答复附图 1')
  await visitor.page.getByRole('textbox', { name: '补充' }).fill('带扣是 12.3 g')
  await visitor.page.getByLabel('图片（选填）').setInputFiles(PHOTO)
  await visitor.page.getByRole('button', { name: '提交' }).click()
  await visitor.page.getByText('已收到您的补充').waitFor()
  await visitor.page.getByText('附图片 1 张').waitFor()
  expect(await visitor.page.content()).not.toContain('天平已校准')
  await visitor.context.close()

  await page.goto(`${site.url}/manage/tickets?view=mine`)
  await page.getByRole('link', { name: FEEDBACK.title }).click()
  await page.getByText('带扣是 12.3 g').waitFor()
  await expectPictureShown(page, '放大查看：图片 1')
  expect(await page.getByLabel('状态', { exact: true }).inputValue()).toBe('open')
  await page.getByText('邮件已送出').waitFor()
  expect(complaints).toEqual([])
})

it('a visitor with JavaScript sees the conversation at once', async () => {
  const mail = (await site.mails()).find(({ to }) => to === FEEDBACK.email)?.text ?? ''
  const { page } = await openAs(pages, site, 'visitor', /\/conversation\?key=[\w-]{43}/.exec(mail)?.[0] ?? '')
  await page.getByText('请带扣再称一次').waitFor()
  await page.getByLabel('图片（选填）').setInputFiles([PHOTO, { ...PHOTO, name: '带扣.png' }])
  await page.getByRole('button', { name: '提交' }).click()
  await page.getByText('附图片 2 张').waitFor()
})

it('a report without an account is answered, and its follow-up link shows the answer with and without JavaScript', async () => {
  const reporter = await openWatchedPage(browser, { isScripted: false })
  await reporter.page.goto(`${site.url}/certificate-check/report`)
  await reporter.page.getByRole('textbox', { name: '经过' }).fill('网店出售的假证书，封面印着本中心的名称')
  await reporter.page.getByRole('textbox', { name: '联系方式' }).fill('邮箱guke2@mail.example')
  await reporter.page.getByRole('button', { name: '提交举报' }).click()
  const link = await reporter.page.getByRole('link', { name: '跟进链接' }).getAttribute('href')

  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/tickets')
  await page.getByRole('link', { name: /举报：假证书/ }).click()
  await page.getByText('不发邮件，也不另行通知：答复显示在对方的跟进链接中').waitFor()
  await page.getByText('联系方式中有邮箱 guke2@mail.example').waitFor()
  await page.getByRole('textbox', { name: '答复对方' }).fill('已核实，这张证书是假的')
  await page.getByRole('button', { name: '答复并等待' }).click()
  await page.getByRole('button', { name: '立即发送' }).click()
  await page.getByText('显示在对方的跟进链接中', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  expect((await site.mails()).map(({ to }) => to)).not.toContain('guke2@mail.example')

  await reporter.page.goto(site.url + link)
  await reporter.page.getByRole('button', { name: '查看留言与答复' }).click()
  await reporter.page.getByText('已核实，这张证书是假的').waitFor()
  await reporter.context.close()
  const scripted = await openAs(pages, site, 'visitor', link ?? '')
  await scripted.page.getByText('已核实，这张证书是假的').waitFor()
})

it('staff register a caller, keep a saved reply, and insert it by keyboard alone', async () => {
  const { page, complaints } = await openAs(pages, site, 'owner', '/manage/tickets')
  await page.getByRole('button', { name: '常用语' }).click()
  await page.getByRole('button', { name: '新增常用语' }).click()
  await page.getByRole('textbox', { name: '名称' }).fill('补照片')
  await page.getByRole('textbox', { name: '内容' }).fill('{称呼}，您好：请就 {工单号} 补一张照片。')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('{称呼}，您好').waitFor()
  await page.getByRole('button', { name: '关闭', exact: true }).last().click()

  await page.getByRole('button', { name: '代客登记' }).click()
  await page.getByRole('textbox', { name: '称呼' }).fill('顾客李')
  await page.getByRole('textbox', { name: '标题' }).fill('证书封面磨损')
  await page.getByRole('textbox', { name: '内容' }).fill('来电询问能否换封面')
  await page.getByRole('button', { name: '登记', exact: true }).click()
  await page.getByRole('heading', { name: '证书封面磨损' }).waitFor()
  await page.getByText('登记了这件工单（电话）').waitFor()

  await page.keyboard.press('r')
  await page.keyboard.press('Control+j')
  await page.getByRole('combobox', { name: '查找常用语' }).waitFor()
  await page.keyboard.type('照片')
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: '答复对方' })
  await expect.poll(() => field.inputValue()).toMatch(/^顾客李，您好：请就 T-\d+ 补一张照片。$/)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: '立即发送' }).click()
  await page.getByText('留作记录，电话或当面告知').waitFor()
  expect(complaints).toEqual([])
})

/** Expects that the picture is loaded, not only its frame. */
async function expectPictureShown(page: Page, name: string): Promise<void> {
  const picture = page.getByRole('img', { name }).first()
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
}

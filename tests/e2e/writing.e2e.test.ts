import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createPagePool, type PagePool } from './page-pool.ts'
import { connectBrowser } from './shared-browser.ts'
import {
  insertPicture,
  locateText,
  locateTitle,
  openAs,
  openEditor,
  publishAsOwner,
  settleCaret,
  startWritingSite,
  typeText,
  type WritingSite,
  waitUntilSaved,
} from './writing-site.ts'

/** A picture of one grey pixel. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='
/** Maximum time until typed text is saved, ms. */
const LOSS_MAX_MS = 2000

const TEXT = '## 什么是铁线\n\n铁线是绿松石中**褐铁矿**或炭质充填的细脉，常呈网状。\n\n> 形态比颜色更能说明成因。\n\n'

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
})
afterEach(() => pages.release())
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('an article', () => {
  it('is saved as a draft from a Markdown file, edited, submitted and deleted by its author', async () => {
    const { page, complaints } = await openEditor(pages, site, 'writer')
    const buffer = Buffer.from('# 石榴石的多色性\n\n**弱**，或无。\n')
    const file = { name: '石榴石.md', mimeType: 'text/markdown', buffer }
    await page.getByLabel('选择要导入的文件').setInputFiles(file)
    await page.getByText('已导入“石榴石”').waitFor()
    expect(await locateTitle(page).inputValue()).toBe('石榴石的多色性')
    await page.getByRole('radio', { name: '研究' }).check()
    await page.getByRole('button', { name: '存草稿' }).click()
    await page.getByText('草稿已保存').waitFor()

    await page.goto(`${site.url}/user`)
    await page.getByRole('link', { name: '编辑“石榴石的多色性”' }).click()
    await typeText(page, '\n\n查尔斯滤色镜下不变。')
    await page.getByRole('button', { name: '提交审核' }).click()
    await page.getByRole('heading', { level: 1, name: '已提交审核' }).waitFor()

    await page.goto(`${site.url}/user`)
    const own = page.getByRole('listitem').filter({ hasText: '石榴石' })
    await own.getByText('审核中').waitFor()
    await own.getByRole('button', { name: '删除“石榴石的多色性”' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除文章' }).click()
    await own.waitFor({ state: 'detached' })
    expect(await ownArticles('石榴石的多色性')).toEqual([])
    expect(complaints).toEqual([])
  })

  it('scrolls together with its preview', async () => {
    const { page } = await openEditor(pages, site, 'writer')
    // The page is tested with motion, as both scroll apart when motion is reduced.
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.getByRole('radio', { name: '并排' }).check()
    await page.reload()
    await page.locator('.cm-content').waitFor()
    const part = (nth: number) => `## 第 ${nth} 节\n\n${'短。\n\n'.repeat(nth % 2 === 0 ? 30 : 4)}`
    await typeText(page, Array.from({ length: 8 }, (_none, index) => part(index + 1)).join(''))
    const preview = page.getByRole('region', { name: '预览' })
    const heading = preview.getByRole('heading', { name: '第 5 节' })
    await heading.waitFor()
    await heading.evaluate((element) => element.scrollIntoView())
    const line = page.locator('.cm-line').filter({ hasText: '## 第 5 节' })
    await line.waitFor()
    const tops = await Promise.all([line, heading].map(async (one) => (await one.boundingBox())?.y ?? Number.NaN))
    expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(40)

    await page.locator('.cm-scroller').evaluate((scroller) => {
      scroller.scrollTop = 0
    })
    await page.waitForFunction(() => document.querySelector('[aria-label="预览"] [tabindex]')?.scrollTop === 0)
  })

  it('is published at once by the owner, and shows its cover in the list', async () => {
    const { page } = await openEditor(pages, site, 'owner')
    const title = '双色碧玺的色带'
    await locateTitle(page).fill(title)
    await typeText(page, TEXT)
    await page.getByRole('radio', { name: '研究' }).check()
    const file = { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') }
    await page.getByLabel('选择封面图片').setInputFiles(file)
    const cover = await page.getByRole('img', { name: '封面预览' }).getAttribute('src')
    expect(cover).toMatch(/^\/file\/img\//)
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: '文章已发布' }).waitFor()

    const reader = await openAs(pages, site, 'visitor', '/tags?categoryId=33')
    const row = reader.page.getByRole('article').filter({ hasText: title })
    const picture = row.locator(`img[src="${cover}"]`)
    await reader.page.waitForFunction(
      (image) => (image as HTMLImageElement).naturalWidth === 1,
      await picture.elementHandle(),
    )
    await row.getByRole('link', { name: title }).click()
    await reader.page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(await reader.page.getByRole('button', { name: '下架' }).count()).toBe(0)
    expect(reader.complaints).toEqual([])
  })

  it('is shown as a draft at its address to its author only, with a link to the editor', async () => {
    const title = '合成尖晶石的弯曲条带'
    const form = { title, categoryId: 33, isPublish: 3, contentMd: '## 条带\n\n暗域下可见。', tagList: [] }
    await site.ask('POST', '/v1/article/', form, await site.fetchToken(site.writer))
    const [draft] = await ownArticles(title)
    const path = `/article/${draft?.id}`
    const visitor = await openAs(pages, site, 'visitor', path)
    await visitor.page.getByRole('heading', { level: 1, name: '此页未见记录' }).waitFor()

    const { page } = await openAs(pages, site, 'writer', '/')
    const answer = await page.goto(site.url + path)
    expect([answer?.status(), await answer?.text()]).toEqual([404, expect.not.stringContaining(title)])
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText('文章是草稿，只有作者和编辑能看到。').waitFor()
    const data = await page.request.get(`${site.url}/v1/article/info?id=${draft?.id}`)
    expect(data.headers()['cache-control']).toMatch(/private|no-store/)
    await page.getByRole('link', { name: '编辑文章' }).click()
    await locateText(page).waitFor()
    expect(await locateTitle(page).inputValue()).toBe(title)

    expect((await visitor.page.reload())?.status()).toBe(404)
  })

  it('is unpublished by an editor with a notice of the reason to its author, and published again', async () => {
    const title = '送检样品的一处误读'
    const form = { title, categoryId: 33, isPublish: 2, contentMd: '## 误读\n\n折射率读错一格。', tagList: [] }
    await site.ask('POST', '/v1/article/', form, await site.fetchToken(site.writer))
    const path = `/article/${await publishAsOwner(site, title)}`
    const statusFor = async (visitor: Page) => (await visitor.goto(site.url + path))?.status()
    const reader = await openAs(pages, site, 'visitor', '/')
    expect(await statusFor(reader.page)).toBe(200)

    const editor = await openAs(pages, site, 'owner', path)
    await editor.page.getByRole('button', { name: '下架' }).click()
    const dialog = editor.page.getByRole('dialog', { name: `下架“${title}”？` })
    await dialog.getByLabel('原因').fill('第二节的读数有误')
    await dialog.getByRole('button', { name: '下架' }).click()
    await editor.page.getByText('文章已下架').waitFor()
    const shelved = editor.page.getByRole('link', { name: title })
    await shelved.waitFor()
    expect(await statusFor(reader.page)).toBe(404)

    const writer = await openAs(pages, site, 'writer', '/notice/id?type=0')
    const notice = writer.page
      .getByRole('article')
      .filter({ hasText: `您的文章《${title}》已下架。原因：第二节的读数有误` })
    await notice.getByRole('link', { name: title }).click()
    await writer.page.getByText('文章已下架，只有作者和编辑能看到。').waitFor()

    await shelved.click()
    await editor.page.getByRole('button', { name: '重新上架' }).click()
    await editor.page.getByText('没有已下架的文章').waitFor()
    expect(await statusFor(reader.page)).toBe(200)
    expect(editor.complaints).toEqual([])
  })

  it('keeps the place of a picture through a failed upload and undo, and gets a link with Ctrl+K', async () => {
    const { page } = await openEditor(pages, site, 'visitor')
    await typeText(page, '谱图见下')
    await page.keyboard.press('Shift+Home')
    await settleCaret(page)
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: '“谱图见下”链接到' }).fill('/article/86')
    await page.keyboard.press('Enter')
    await locateText(page).getByRole('link', { name: '谱图见下' }).waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.insertText('，与图谱一致')
    await locateText(page).getByText('，与图谱一致').waitFor()
    await locateText(page).getByRole('link', { name: '谱图见下', exact: true }).waitFor()

    const member = await openEditor(pages, site, 'writer')
    let failures = 1
    await member.page.route('**/file/upload', async (route) => {
      failures -= 1
      if (failures >= 0) await route.abort()
      else await route.continue()
    })
    await insertPicture(member.page, 'paste', 'net.png', PICTURE)
    await locateText(member.page).getByText('图片没有上传成功，请重试').waitFor()
    await locateText(member.page).focus()
    await member.page.keyboard.press('Control+z')
    await locateText(member.page).getByText('图片没有上传成功').waitFor({ state: 'detached' })
    await member.page.keyboard.press('Control+Shift+z')
    await member.page.getByRole('button', { name: '重试上传图片 1' }).click()
    await member.page.getByText('已上传').waitFor()
    await locateText(member.page).locator('img[src^="/file/img/"]').waitFor()
  })
})

describe('unsaved text is restored', () => {
  it('after a crash of the page', async () => {
    const { page, context } = await openEditor(pages, site, 'writer')
    await locateTitle(page).fill('崩溃前写的')
    await page.route('**/file/upload', (route) => route.abort())
    await typeText(page, '放大可见。\n\n')
    await insertPicture(page, 'paste', 'net.png', PICTURE)
    await locateText(page).getByText('图片没有上传成功，请重试').waitFor()
    await typeText(page, '折射率 1.61，点测。')
    expect(await waitUntilSaved(page, '折射率 1.61，点测。')).toBeLessThan(LOSS_MAX_MS)
    const devtools = await context.newCDPSession(page)
    const crashed = page.waitForEvent('crash')
    devtools.send('Page.crash').catch(() => undefined)
    await crashed

    const next = await context.newPage()
    await next.goto(`${site.url}/newposts`)
    await next.getByText(/已恢复 .* 保存在这台设备上的内容/).waitFor()
    expect(await locateTitle(next).inputValue()).toBe('崩溃前写的')
    expect(await locateText(next).innerText()).toContain('折射率 1.61，点测。')
    // The picture and its place were saved.
    await next.getByText('已上传').waitFor()
    await locateText(next).locator('p:has-text("放大可见。") + p img[src^="/file/img/"]').waitFor()
    await next.getByRole('button', { name: '不要这份' }).click()
    await next.getByText(/已恢复/).waitFor({ state: 'hidden' })
    expect(await locateTitle(next).inputValue()).toBe('')
  })

  it('after the session ended: a login in the dialog completes the refused save', async () => {
    const { page } = await openEditor(pages, site, 'writer')
    await locateTitle(page).fill('登录失效时写的')
    await typeText(page, '密度 2.76 g/cm³。')
    await page.getByRole('radio', { name: '研究' }).check()
    await site.endSessions()
    await page.getByRole('button', { name: '存草稿' }).click()
    const dialog = page.getByRole('dialog', { name: '账号密码登录' })
    await dialog.getByLabel('账号').fill(site.writer.email)
    await dialog.getByLabel('密码', { exact: true }).fill(site.writer.password)
    await dialog.getByLabel('密码', { exact: true }).press('Enter')
    await page.getByText('草稿已保存').waitFor()
    expect(await locateText(page).innerText()).toContain('密度 2.76 g/cm³。')
    await page.waitForURL(/\/newposts\?id=\d+$/)

    // The next save changes the same article.
    await typeText(page, '再补一句。')
    await page.keyboard.press('Control+s')
    await page.getByText('与网站上的一致').waitFor()
    expect(await ownArticles('登录失效时写的')).toHaveLength(1)
  })

  it('when a release removed the scripts: the page offers a reload and falls back to a plain field', async () => {
    const { page } = await openEditor(pages, site, 'writer')
    await typeText(page, '荧光惰性。')
    await locateTitle(page).fill('发布新版时写的')
    await page.route('**/assets/**', (route) => route.fulfill({ status: 404, body: '' }))
    await page
      .getByRole('link', { name: /^搜索新闻/ })
      .first()
      .click()
    const reload = page.getByRole('button', { name: '刷新页面' })
    await reload.waitFor()
    await page.unroute('**/assets/**')
    await page.route(/\/assets\/(visual-editor|code-mirror)-/, (route) => route.fulfill({ status: 404, body: '' }))
    await reload.click()
    await page.getByText(/已恢复/).waitFor()
    const plain = page.locator('textarea[aria-label="正文"]')
    await plain.waitFor()
    expect(await plain.inputValue()).toBe('荧光惰性。')
    await plain.press('Control+End')
    await page.keyboard.type('无磷光。')
    expect(await waitUntilSaved(page, '荧光惰性。无磷光。')).toBeLessThan(LOSS_MAX_MS)
    await page.getByRole('button', { name: '不要这份' }).click()
  })

  it('when a second tab is opened: it is read-only until it takes over with the latest text', async () => {
    const { page, context } = await openEditor(pages, site, 'writer')
    await typeText(page, '第一个标签页。')
    expect(await waitUntilSaved(page, '第一个标签页。')).toBeLessThan(LOSS_MAX_MS)
    const second = await context.newPage()
    await second.goto(`${site.url}/newposts`)
    await second.getByText('另一个标签页正在编辑这篇文章，这里只能看。').waitFor()
    // The text is not saved yet when the other tab takes over.
    await typeText(page, '最后一句。')
    await second.getByRole('button', { name: '在这里继续编辑' }).click()
    await second.getByText('最后一句。').first().waitFor()
    await page.getByText('另一个标签页正在编辑这篇文章，这里只能看。').waitFor()
    await typeText(second, '第二个标签页。')
    expect(await waitUntilSaved(second, '第一个标签页。最后一句。第二个标签页。')).toBeLessThan(LOSS_MAX_MS)

    await second.close()
    await page.getByText('第二个标签页。').first().waitFor()
    await page.getByRole('button', { name: '不要这份' }).click()
  })

  it('when a visitor logs in, or leaves for another page and returns', async () => {
    const { page } = await openEditor(pages, site, 'visitor')
    await locateTitle(page).fill('登录前写的')
    await typeText(page, '先写后登录。')
    await page.getByRole('button', { name: '登录', exact: true }).last().click()
    const dialog = page.getByRole('dialog', { name: '账号密码登录' })
    await dialog.getByLabel('账号').fill(site.writer.email)
    await dialog.getByLabel('密码', { exact: true }).fill(site.writer.password)
    await dialog.getByLabel('密码', { exact: true }).press('Enter')
    await page.getByRole('button', { name: '提交审核' }).waitFor()
    expect(await locateTitle(page).inputValue()).toBe('登录前写的')
    await page.getByText('先写后登录。').first().waitFor()

    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '研究' }).click()
    const question = page.getByRole('dialog', { name: '离开这一页？' })
    await question.getByRole('button', { name: '取消' }).click()
    expect(await locateTitle(page).inputValue()).toBe('登录前写的')
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '研究' }).click()
    await question.getByRole('button', { name: '离开', exact: true }).click()
    await page.waitForURL('**/tags?categoryId=33')
    await page.goBack()
    await page.getByText(/已恢复/).waitFor()
    expect(await locateTitle(page).inputValue()).toBe('登录前写的')
  })
})

async function ownArticles(title: string) {
  const token = await site.fetchToken(site.writer)
  type Own = { records: { id: number; title: string }[] }
  const address = '/v1/article/selectArticleByUserId?pageNo=1&pageSize=20'
  const { records } = await site.ask<Own>('GET', address, undefined, token)
  return records.filter((one) => one.title === title)
}

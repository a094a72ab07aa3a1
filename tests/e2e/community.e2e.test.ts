import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openWatchedPage } from './browser.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { connectBrowser } from './shared-browser.ts'

const PASSWORD = 'correct-horse-battery-8841'
const NANXING = { email: 'nanxing@example.test', nickname: '许南星', password: PASSWORD }
const QINGHE = { email: 'qinghe@example.test', nickname: '陆青禾', password: PASSWORD }
/** The owner who wrote the demo content; `npm run admin` generates the password. */
const owner = { email: 'owner@example.test', nickname: '石衡检测', password: '' }
type Account = typeof owner

/** A picture of one grey pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
/** Number of comments: one more than a page holds. */
const MANY = 11

let site: RunningSite
let browser: Browser
let pages: PagePool
/** Two articles that were not opened before, so that no page of them is cached. */
let talked: number
let long: number
/** The oldest comment on `long`, which is on the second page. */
let oldestId: number
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  owner.password = await site.makeOwner(owner.email)
  await register(NANXING)
  await register(QINGHE)
  const articles = await ask<{ records: { id: number }[] }>('GET', '/v1/article/?categoryId=33&pageNo=1&pageSize=2')
  ;[talked = 0, long = 0] = articles.records.map(({ id }) => id)
  const token = await fetchToken(NANXING)
  const ids: number[] = []
  for (let nth = 1; nth <= MANY; nth += 1) ids.push(await comment(token, long, `第 ${nth} 组样品的密度`, nth))
  oldestId = ids[0] ?? 0
  await comment(token, talked, '第三组样品的密度偏高？', MANY + 1)
})
afterEach(() => pages.release())
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('two users at once', () => {
  it('get a notice of a reply, open the reply from it and delete the notice', async () => {
    const nanxing = await openAs(NANXING, '/')
    const qinghe = await openAs(QINGHE, `/article/${talked}`)
    const before = await countComments(qinghe)
    await qinghe.getByRole('button', { name: /^回复\s*许南星的评论$/ }).click()
    await qinghe.getByRole('textbox', { name: '回复许南星' }).fill('铁线面积约占 8%。')
    await qinghe.keyboard.press('Control+Enter')
    const answer = qinghe.getByRole('article', { name: '陆青禾的回复' })
    await answer.getByRole('button', { name: /^删除/ }).waitFor()
    expect(await countComments(qinghe)).toBe(before + 1)

    // The window is focused again.
    await nanxing.evaluate(() => window.dispatchEvent(new Event('focus')))
    const menu = nanxing.getByRole('button', { name: /^许南星.*1 条未读$/ })
    await menu.click()
    await nanxing.getByRole('link', { name: /^评论\s*1 条未读$/ }).click()
    const notice = nanxing.getByRole('article').filter({ hasText: '陆青禾 回复了你的评论' })
    await notice.getByText('铁线面积约占 8%。').waitFor()
    await nanxing.getByRole('button', { name: /未读$/ }).first().waitFor({ state: 'hidden' })

    await notice.getByRole('link', { name: /./ }).last().click()
    const linked = nanxing.getByRole('article', { name: '陆青禾的回复' })
    await linked.and(nanxing.locator(':focus')).waitFor()

    await nanxing.goBack()
    await nanxing.getByRole('button', { name: '全部删除' }).click()
    await nanxing.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await nanxing.getByText('暂无评论').waitFor()
    await nanxing.reload()
    await nanxing.getByText('暂无评论').waitFor()

    await answer.getByRole('button', { name: /^删除/ }).click()
    await qinghe.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await answer.waitFor({ state: 'detached' })
    expect(await countComments(qinghe)).toBe(before)
  })
})

describe('a comment', () => {
  it('is shown at once, and is removed with its text back in the box when it is refused', async () => {
    const page = await openAs(QINGHE, `/article/${talked}`)
    let refuse = () => {}
    const isRefused = new Promise<void>((resolve) => {
      refuse = resolve
    })
    await page.route('**/v1/comment/', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      await isRefused
      await route.fulfill({ json: { code: 500, message: '评论失败', data: null, extra: {} } })
    })
    const box = page.getByRole('textbox', { name: '写评论' })
    await box.fill('这一句发不出去')
    await page.getByRole('button', { name: '发表评论' }).click()
    await page.getByText('发送中').waitFor()
    expect(await box.inputValue()).toBe('')
    refuse()
    await page.getByText('评论没有发出，内容已放回输入框').waitFor()
    expect(await box.inputValue()).toBe('这一句发不出去')
    expect(await page.getByText('发送中').count()).toBe(0)
    await page.reload()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === '这一句发不出去')
  })

  it('is focused on the second page when its address is opened', async () => {
    const { page, complaints } = await pages.open()
    await page.goto(`${site.url}/article/${long}#comment-${oldestId}`)
    const linked = page.locator(`#comment-${oldestId}`)
    await linked.and(page.locator(':focus')).waitFor()
    expect(await linked.innerText()).toContain('第 1 组样品的密度')
    await page.getByRole('link', { name: '较新的评论' }).click()
    await page.getByText('第 11 组样品的密度').waitFor()
    expect(complaints).toEqual([])
  })

  it('is printed without its buttons and the end of the list', async () => {
    const page = await openAs(QINGHE, `/article/${long}`)
    const reply = page.getByRole('button', { name: /^回复/ }).first()
    const more = page.getByRole('link', { name: '加载更多' })
    await Promise.all([reply.waitFor(), more.waitFor()])
    await page.emulateMedia({ media: 'print' })
    await page.getByText('第 11 组样品的密度').waitFor()
    expect([await reply.isVisible(), await more.isVisible()]).toEqual([false, false])
    await page.emulateMedia({ media: 'screen' })
  })

  it('is shown without JavaScript, on the first and on later pages', async () => {
    const { page } = await openWatchedPage(browser, { isScripted: false })
    await page.goto(`${site.url}/article/${long}`)
    await page.getByText('第 11 组样品的密度').waitFor()
    expect(await page.locator('#comments noscript').innerText()).toBe('发表评论需要浏览器启用 JavaScript。')
    await page.getByRole('link', { name: '加载更多' }).click()
    await page.getByText('第 1 组样品的密度').waitFor()
    expect(await page.getByText('第 11 组样品的密度').count()).toBe(0)
  })
})

describe('a short post', () => {
  it('is published by the owner with pictures, liked and commented on by a member, and deleted', async () => {
    const page = await openAs(owner, '/newSays')
    await page.getByLabel('内容').fill('今日到样：一批绿松石。')
    const file = { mimeType: 'image/png', buffer: PICTURE }
    await page.getByLabel('添加图片').setInputFiles([
      { name: 'a.png', ...file },
      { name: 'b.png', ...file },
    ])
    await page.getByText('内容保存在本标签页').waitFor()
    await page.getByLabel('地点（可不填）').fill('昆明')
    await page.getByRole('button', { name: '发布', exact: true }).click()
    await page.getByText('发布成功').waitFor()
    const post = page.getByRole('article').filter({ hasText: '今日到样' })
    await post.waitFor()

    const reader = await openAs(QINGHE, '/say')
    const read = reader.getByRole('article').filter({ hasText: '今日到样' })
    await read.getByText('昆明').waitFor()
    const pictures = read.getByRole('img', { name: /^图片/ })
    expect(await pictures.count()).toBe(2)
    expect(await pictures.first().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1)
    await read.getByRole('button', { name: /^点赞/ }).click()
    await read.getByText('陆青禾 赞过').waitFor()
    expect(await read.getByRole('button', { name: '删除' }).count()).toBe(0)

    await read.getByRole('button', { name: /^评论/ }).click()
    for (const words of ['铁线真细', '写错了']) {
      await read.getByRole('textbox', { name: '写评论' }).fill(words)
      await reader.keyboard.press('Control+Enter')
      await read.getByRole('listitem').filter({ hasText: words }).getByRole('button', { name: /^删除/ }).waitFor()
    }
    await read.getByRole('listitem').filter({ hasText: '写错了' }).getByRole('button', { name: /^删除/ }).click()
    await reader.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await read.getByText('写错了').waitFor({ state: 'detached' })
    await page.reload()
    await post.getByText('铁线真细').waitFor()
    expect(await post.getByText('写错了').count()).toBe(0)
    await post.getByRole('button', { name: /^删除\s*陆青禾的评论$/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await post.getByText('铁线真细').waitFor({ state: 'detached' })

    await post.getByRole('button', { name: '删除', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await post.waitFor({ state: 'detached' })
  })

  it('is refused for a member without the duty to publish, with a message', async () => {
    const page = await openAs(QINGHE, '/newSays')
    await page.getByText('说说由本站发布').waitFor()
  })
})

describe('the editors’ page', () => {
  it('publishes a submitted article, notifies its author, and is not found for members without a duty', async () => {
    const token = await fetchToken(NANXING)
    const article = {
      title: '绿松石注胶的红外特征',
      categoryId: 33,
      isPublish: 2,
      contentMd: '谱图见下。',
      tagList: [],
    }
    await ask('POST', '/v1/article/', { body: article, headers: { authorization: token } })
    const editor = await openAs(owner, '/review')
    await editor.getByRole('link', { name: article.title }).click()
    await editor.getByText('谱图见下。').waitFor()
    await editor.getByRole('button', { name: '发布', exact: true }).click()
    await editor.getByText('文章已发布').waitFor()
    await editor.getByText('没有待审的文章').waitFor()

    const writer = await openAs(NANXING, '/notice/id?type=0')
    await writer.getByText('已通过审核并发布').waitFor()
    await writer.goto(`${site.url}/review`)
    await writer.getByRole('heading', { name: '此页未见记录' }).waitFor()
  })

  it('lists a reported comment with the reason and deletes it', async () => {
    const reader = await openAs(QINGHE, `/article/${long}`)
    const comment = reader.getByRole('article', { name: '许南星的评论' }).filter({ hasText: '第 10 组' })
    await comment.getByRole('button', { name: /^举报/ }).click()
    await reader.getByRole('dialog').getByRole('radio', { name: '虚假信息' }).check()
    await reader.getByRole('button', { name: '提交举报' }).click()
    await reader.getByText('举报已提交，编辑会查看').waitFor()

    const editor = await openAs(owner, '/review?tab=comments')
    await editor.getByText('举报原因：虚假信息').waitFor()
    await editor.getByRole('button', { name: /^删除/ }).click()
    await editor.getByRole('dialog').getByRole('button', { name: '删除', exact: true }).click()
    await editor.getByText('没有被举报的评论').waitFor()
  })
})

async function register({ email, nickname, password }: Account): Promise<void> {
  await ask('GET', `/oauth/sendEmailCode?email=${email}`)
  const mail = (await site.mails()).find(({ to }) => to === email)
  const code = /\d{6}/.exec(mail?.text ?? '')?.[0] ?? ''
  await ask('POST', '/oauth/emailRegister', { body: { email, nickname, password, code } })
}

/** Returns a token from upstream itself, to prepare data without the site. */
async function fetchToken({ email, password }: Account): Promise<string> {
  return (await ask<{ token: string }>('POST', '/oauth/emailLogin', { body: { email, password } })).token
}

/** @param client number from which a client address is made, since the rate limit of one address is too low */
async function comment(token: string, articleId: number, content: string, client: number): Promise<number> {
  const headers = { authorization: token, 'x-forwarded-for': `192.0.2.${client}` }
  const { id } = await ask<{ id: number }>('POST', '/v1/comment/', { body: { articleId, content }, headers })
  return id
}

interface Asked {
  body?: object
  headers?: Record<string, string>
}

async function ask<T>(method: string, address: string, { body, headers }: Asked = {}): Promise<T> {
  const answer = await fetch(site.upstreamUrl + address, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const { code, message, data } = (await answer.json()) as { code: number; message: string; data: T }
  if (code !== 200) throw new Error(`${method} ${address}: ${code} ${message}`)
  return data
}

/** Returns the number of comments in the heading. */
async function countComments(page: Page): Promise<number> {
  const words = await page.getByRole('heading', { name: /^评论/ }).innerText()
  return Number(/\d+/.exec(words)?.[0])
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>
/** Sessions by e-mail address. Each account logs in once, since logins are rate-limited. */
const sessions = new Map<string, Cookies>()

/** Opens a page as this user. */
async function openAs(account: Account, address: string): Promise<Page> {
  const { page, context } = await pages.open()
  await context.addCookies(sessions.get(account.email) ?? (await logIn(context, account)))
  await page.goto(site.url + address)
  await page
    .getByRole('button', { name: new RegExp(`^${account.nickname}`) })
    .first()
    .waitFor()
  return page
}

async function logIn(context: BrowserContext, { email, password }: Account): Promise<Cookies> {
  const answer = await context.request.post(`${site.url}/oauth/emailLogin`, { data: { email, password } })
  expect(await answer.json()).toMatchObject({ code: 200 })
  const cookies = await context.cookies()
  sessions.set(email, cookies)
  return cookies
}

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeNumber } from '../../../packages/contract/src/numbers/typed-numbers.ts'
import { openWatchedPage, untilHydrated, untilLive } from '../browser.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { findViolations } from '../page-tour.ts'
import { connectBrowser } from '../shared-browser.ts'
import { type Account, openAs, startWritingSite, type WritingSite } from '../writing-site.ts'
import { setFeeSheet } from './fee-sheet.ts'

let site: WritingSite
let browser: Browser
let pages: PagePool

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  await setFeeSheet(site)
})
afterEach(() => pages.release())
afterAll(async () => {
  await browser.close()
  await site.close()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Waits until the form of a new order is hydrated; before that it works as without scripts. */
async function untilFormIsLive(page: Page) {
  await untilLive(page)
  await untilHydrated(page.locator('main form'))
}

/** Fills the open sample. */
async function fillSample(page: Page, category: '玉石' | '绿松石', name: string, value?: string) {
  // The button lies over its radio button.
  await page.getByRole('radio', { name: category, exact: true }).check()
  await page.getByRole('textbox', { name: '名称' }).fill(name)
  await page.getByRole('checkbox', { name: category === '玉石' ? /玉石定名/ : /绿松石鉴定/ }).check()
  if (value === undefined) await page.getByRole('checkbox', { name: '未声明' }).check()
  else await page.getByRole('textbox', { name: '声明价值' }).fill(value)
}

async function fillContact(page: Page, phone: string) {
  await page.getByRole('textbox', { name: '姓名或单位' }).fill('何小满')
  await page.getByRole('textbox', { name: '手机或电话' }).fill(phone)
}

async function acceptAndSubmit(page: Page) {
  await page.getByRole('checkbox', { name: '已阅读并同意送检须知' }).check()
  await press(page, '提交委托单')
}

/** Reads number and code from the slip. */
async function readSlip(page: Page) {
  await page.getByRole('heading', { name: '委托单已提交' }).waitFor()
  const slip = await page.getByRole('article', { name: '委托单', exact: true }).innerText()
  const [orderNo = ''] = /WT\d{14}/.exec(slip) ?? []
  const [code = ''] = /^[2-9A-HJ-NP-Z]{6}$/m.exec(slip) ?? []
  return { orderNo, code }
}

describe('samples are announced', () => {
  it('by keyboard', async () => {
    const { page, complaints } = await openAs(pages, site, 'visitor', '/orders/new')
    await untilFormIsLive(page)
    expect(await findViolations(page)).toEqual([])
    const { keyboard } = page
    const tabThrough = async (texts: readonly (string | null)[]) => {
      for (const text of texts) {
        if (text === ' ') await keyboard.press('Space')
        else if (text) await keyboard.insertText(text)
        await keyboard.press('Tab')
      }
    }
    await page.getByRole('radio', { name: '玉石', exact: true }).focus()
    // Category, name, number, mass, service, value, no value.
    await tabThrough([' ', '翡翠手镯', null, '58.3', ' ', null])
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('送样与领取')
    expect(await findViolations(page)).toEqual([])
    await keyboard.press('Tab')
    // Way in, priority, way back, name.
    await tabThrough([null, null, null, '何小满'])
    await keyboard.insertText('138 0000 0001')
    await keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('核对并提交')
    expect(await findViolations(page)).toEqual([])
    await keyboard.press('Tab')
    await keyboard.press('Tab')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    expect(await readSlip(page)).toEqual({
      orderNo: expect.stringMatching(/^WT/),
      code: expect.stringMatching(/^.{6}$/),
    })
    expect(await findViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('on a phone, with several samples, courier and urgency', async () => {
    const { page, complaints } = await openAs(pages, site, 'visitor', '/orders/new')
    await page.setViewportSize({ width: 390, height: 844 })
    await untilFormIsLive(page)
    await fillSample(page, '绿松石', '绿松石戒面', '8,000')
    await press(page, '再加一件')
    await fillSample(page, '玉石', '翡翠手镯')
    const panel = page.getByRole('complementary', { name: '估算' })
    expect(await panel.innerText()).toContain('¥300')
    await press(page, '下一步：送样与领取')
    await page.getByRole('radio', { name: /加急/ }).check()
    await page.getByRole('radio', { name: /快递寄回/ }).check()
    await fillContact(page, '138 0000 0002')
    await press(page, '下一步：核对')
    await page.getByText('请输入收件地址').waitFor()
    await page.getByRole('textbox', { name: '收件地址' }).fill('昆明市某街 1 号')
    await press(page, '下一步：核对')
    expect(await panel.innerText()).toContain('¥450')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await findViolations(page)).toEqual([])
    await acceptAndSubmit(page)
    expect((await readSlip(page)).code).not.toBe('')
    expect(complaints).toEqual([])
  })

  it('without JavaScript', async () => {
    const { page, context } = await openWatchedPage(browser, { isScripted: false })
    await page.goto(`${site.url}/orders/new`)
    // Services of other categories are hidden by the style sheet.
    await page.getByRole('radio', { name: '绿松石', exact: true }).check()
    expect(await page.getByRole('checkbox', { name: /玉石定名/ }).count()).toBe(0)
    await fillSample(page, '绿松石', '绿松石戒面', '8 千')
    await press(page, '再加一件')
    await fillSample(page, '玉石', '翡翠手镯')
    await press(page, '下一步：送样与领取')
    // The first sample has a fault, and everything that was typed.
    await page.getByText('请填数字', { exact: false }).waitFor()
    expect(await page.getByRole('textbox', { name: '名称' }).inputValue()).toBe('绿松石戒面')
    await page.getByRole('textbox', { name: '声明价值' }).fill('8000')
    await press(page, '下一步：送样与领取')
    await fillContact(page, '138 0000 0003')
    await press(page, '下一步：核对')
    await acceptAndSubmit(page)
    const { orderNo, code } = await readSlip(page)
    expect([orderNo, code]).toEqual([expect.stringMatching(/^WT/), expect.stringMatching(/^.{6}$/)])
    await context.close()
  })
})

/** Announces a sample as an account, or as a visitor, by the call. */
async function announce(phone: string, account?: Account): Promise<{ orderNo: string; code: string }> {
  const item = { statedName: '绿松石戒面', category: 'turquoise', count: 1, serviceCodes: ['TQ'], declaredCents: null }
  const ways = { wayIn: 'counter', wayBack: 'counter', collectors: [], priority: 'normal' }
  const form = { customerName: '何小满', phone, ...ways, items: [item], totalCents: 18_000, ref: crypto.randomUUID() }
  return await site.ask('POST', '/v1/orders', form, account ? await site.fetchToken(account) : '')
}

async function lookUp(page: Page, { orderNo, code }: { orderNo: string; code: string }) {
  await page.getByRole('textbox', { name: '委托单号' }).fill(orderNo)
  await page.getByRole('textbox', { name: '查询码' }).fill(code)
  await press(page, '查询进度')
}

describe('the progress of an order', () => {
  it('is shown for its number and code, and the order is cancelled there', async () => {
    const order = await announce('138 0000 0011')
    const { page, complaints } = await openAs(pages, site, 'visitor', `/orders/progress?no=${order.orderNo}`)
    await untilLive(page)
    expect(await findViolations(page)).toEqual([])
    await lookUp(page, order)
    await page.getByRole('heading', { name: '等待送达' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    // The address has never had the code.
    expect(page.url()).not.toContain(order.code)
    await page.getByText('取消这张委托单').click()
    await press(page, '确认取消')
    await page.getByRole('heading', { name: '已取消' }).waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  it('is the same without JavaScript, on a phone', async () => {
    const order = await announce('138 0000 0012')
    const { page, context } = await openWatchedPage(browser, { isScripted: false, widthPx: 390 })
    await page.goto(`${site.url}/orders/progress`)
    await lookUp(page, order)
    await page.getByRole('heading', { name: '等待送达' }).waitFor()
    await page.getByText('取消这张委托单').click()
    await press(page, '确认取消')
    await page.getByRole('heading', { name: '已取消' }).waitFor()
    await context.close()
  })

  it('is one answer for an unknown number and for the code of another order', async () => {
    const [own, other] = [await announce('138 0000 0013'), await announce('138 0000 0014')]
    const { page } = await openAs(pages, site, 'visitor', '/orders/progress')
    await untilLive(page)
    const texts: string[] = []
    for (const orderNo of [other.orderNo, makeNumber('order', '2026010500001')]) {
      await lookUp(page, { orderNo, code: own.code })
      const box = page.locator('section').filter({ has: page.getByRole('heading', { name: '没有查到' }) })
      await box.filter({ has: page.getByRole('img', { name: [...orderNo].join(' ') }) }).waitFor()
      texts.push((await box.innerText()).replaceAll(/\s/g, '').replaceAll(orderNo, ''))
    }
    expect(texts[0]).toBe(texts[1])
  })

  it('leads numbers of certificates and orders to each other', async () => {
    const { page } = await openAs(pages, site, 'visitor', '/orders/progress?no=SH20261103001285')
    await page.getByRole('link', { name: '查询证书', exact: true }).click()
    await page.waitForURL('**/certificate-check?no=SH20261103001285')
    await page.goto(`${site.url}/certificate-check?no=WT20261120000425`)
    await page.getByRole('link', { name: '查送检进度' }).click()
    await page.waitForURL('**/orders/progress?no=WT20261120000425')
  })
})

it('a member sees the own orders alone, opens one and cancels it', async () => {
  const { orderNo } = await announce('138 0000 0021', site.writer)
  await announce('138 0000 0022')
  const { page, complaints } = await openAs(pages, site, 'writer', '/my-orders')
  const list = page.getByRole('region', { name: '委托单', exact: true })
  await list.waitFor()
  expect(
    await list
      .getByRole('listitem')
      .filter({ hasText: /WT\d{14}/ })
      .count(),
  ).toBe(1)
  expect(await findViolations(page)).toEqual([])
  await list.getByRole('link', { name: '绿松石戒面' }).click()
  const article = page.getByRole('article', { name: '等待送达' })
  await article.getByText(orderNo).waitFor()
  expect(await findViolations(page)).toEqual([])
  await article.getByText('取消这张委托单').click()
  await press(page, '确认取消')
  await page.getByRole('heading', { name: '已取消' }).waitFor()
  expect(complaints).toEqual([])
})

it('a changed price is shown and asked for again, and a reload loses nothing', async () => {
  const { page } = await openAs(pages, site, 'visitor', '/orders/new')
  await untilFormIsLive(page)
  await fillSample(page, '玉石', '翡翠手镯')
  await press(page, '下一步：送样与领取')
  await fillContact(page, '138 0000 0004')
  await page.reload()
  await untilFormIsLive(page)
  await press(page, '下一步：核对')
  await setFeeSheet(site, 15_000)
  await acceptAndSubmit(page)
  await page.getByText('价目刚有调整', { exact: false }).waitFor()
  expect(await page.getByRole('complementary', { name: '估算' }).innerText()).toContain('¥150')
  await press(page, '提交委托单')
  const slip = await readSlip(page)
  expect(slip.orderNo).toMatch(/^WT/)
  await page.reload()
  expect(await readSlip(page)).toEqual(slip)
  expect(page.url()).not.toContain(slip.code)
  await page.getByRole('link', { name: '再填一张' }).click()
  await untilFormIsLive(page)
  expect(await page.getByText(slip.code).count()).toBe(0)
  await page.close()
})

it('a form that is sent without a network stays, and is sent again', async () => {
  const { page } = await openAs(pages, site, 'visitor', '/orders/new')
  await untilFormIsLive(page)
  await fillSample(page, '绿松石', '绿松石戒面', '8,000')
  await press(page, '下一步：送样与领取')
  await fillContact(page, '138 0000 0005')
  await press(page, '下一步：核对')
  await page.context().setOffline(true)
  await acceptAndSubmit(page)
  await page.getByText('委托单还没有提交', { exact: false }).waitFor()
  await page.context().setOffline(false)
  await page.goBack()
  expect(await page.getByRole('textbox', { name: '手机或电话' }).inputValue()).toBe('138 0000 0005')
  await page.goForward()
  await press(page, '提交委托单')
  expect((await readSlip(page)).code).not.toBe('')
})

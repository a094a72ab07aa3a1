import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { findFaults } from '../manage/manage-tour.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { measureOverflowPx } from '../page-tour.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'
import { createOrderDesk } from './order-data.ts'

let site: WritingSite
let browser: Browser
let pages: PagePool
let desk: ReturnType<typeof createOrderDesk>
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  desk = createOrderDesk(site)
  await desk.open()
})
afterEach(() => pages.release())
afterAll(async () => {
  await browser.close()
  await site.close()
})

const openManage = (address: string) => openAs(pages, site, 'owner', `/manage${address}`)

/** Sends the keys of a scanner, all at once, so that a busy machine does not slow them down. */
async function scan(page: Page, text: string): Promise<void> {
  await page.evaluate((keys) => {
    const target = document.activeElement ?? document.body
    for (const key of [...keys, 'Enter']) {
      target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    }
  }, text)
}

/** Fills in the form of the open sample. */
async function fillIntake(page: Page, massG: string): Promise<void> {
  await page.getByRole('button', { name: '完好' }).click()
  await page.getByRole('textbox', { name: '质量（g）' }).fill(massG)
}

/** Makes an order whose two samples can be collected. */
async function makeReady(customerName: string, token = ''): Promise<string> {
  const orderNo = await desk.announce(customerName, token)
  for (const [item, massG] of [
    [1, '4.820'],
    [2, '58.310'],
  ] as const) {
    await desk.receive(orderNo, item, massG)
    await desk.test(orderNo, item)
  }
  return orderNo
}

/** Lets calls of a path reach the server, and loses their answers. @returns a function that ends it */
async function loseAnswers(page: Page, path: string): Promise<() => Promise<void>> {
  await page.route(path, async (route) => {
    await route.fetch()
    await route.abort()
  })
  return () => page.unroute(path)
}

it('takes samples in by scanner, follows them to the bench and back, and hands them out for the code', async () => {
  const asCustomer = await site.fetchToken(site.writer)
  const orderNo = await desk.announce('林知微', asCustomer)
  const [ring, bangle] = (await desk.read(orderNo)).items
  const { page, complaints } = await openManage('/reception')
  await page.getByText('待送达').first().waitFor()

  await scan(page, orderNo)
  await page.getByRole('heading', { name: orderNo }).waitFor()
  await fillIntake(page, '4.820')
  await page.getByText('自述 4.8 g，相符').waitFor()
  const buffer = await page.screenshot({ type: 'jpeg' })
  const toFile = (name: string) => ({ name, mimeType: 'image/jpeg', buffer })
  await page.getByLabel('拍照或选图').setInputFiles(['正面.jpg', '背面.jpg'].map(toFile))
  await page.getByText('还没有拍照').waitFor({ state: 'detached' })
  await page.getByText('图片正在上传').waitFor({ state: 'detached' })
  // The form keeps its pictures when the page is loaded again.
  await page.reload()
  await page.getByRole('img', { name: '收样图片 2' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await page.getByText(/^已收 \d+-/).waitFor()
  await page
    .getByRole('link', { name: /02.*翡翠手镯/ })
    .and(page.locator('[aria-current]'))
    .waitFor()
  // A scan in the middle of typing leaves the typed text alone.
  await page.getByRole('textbox', { name: /^说明/ }).fill('内壁有纹')
  await scan(page, bangle?.sampleNo.slice(2) ?? '')
  await fillIntake(page, '58.310')
  expect(await page.getByRole('textbox', { name: /^说明/ }).inputValue()).toBe('内壁有纹')
  await page.getByRole('button', { name: /收下并打标签/ }).click()
  await page.getByText('样品已收齐').waitFor()
  expect((await desk.read(orderNo)).state).toBe('received')

  await page.goto(`${site.url}/manage/bench`)
  await page.getByRole('table').waitFor()
  expect(await page.getByRole('main').textContent()).not.toMatch(/林知微|足金戒指|26,000/)
  const pictures = page.getByRole('button', { name: /^放大查看：.*图片 \d$/ })
  expect(await pictures.count()).toBe(2)
  await scan(page, ring?.sampleNo.slice(2) ?? '')
  await page.getByText(/已归您/).waitFor()
  await page.getByRole('button', { name: `取样：${bangle?.sampleNo}` }).click()
  await page.getByText('已取样').waitFor()
  for (const sample of [ring, bangle]) {
    await page.getByRole('button', { name: `更多：${sample?.sampleNo}` }).click()
    await page.getByRole('menuitem', { name: '不出证书…' }).click()
    await page.getByRole('textbox', { name: /理由/ }).fill('按约定不出证书')
    await page.getByRole('button', { name: '不出证书', exact: true }).click()
    await page.getByRole('button', { name: `交回收发：${sample?.sampleNo}` }).waitFor()
  }

  await page.goto(`${site.url}/manage/reception`)
  await page.getByRole('table').waitFor()
  for (const sample of [ring, bangle]) {
    await scan(page, sample?.sampleNo.slice(2) ?? '')
    await page
      .getByRole('status')
      .filter({ hasText: sample?.sampleNo ?? '' })
      .getByRole('button')
      .click()
    await page.getByRole('status').filter({ hasText: '已交回收发' }).first().waitFor()
  }
  await scan(page, orderNo)
  await page.getByRole('heading', { name: /谁来领/ }).waitFor()
  await pictures.first().click()
  await page.getByRole('dialog', { name: /图片 1$/ }).waitFor()
  await page.keyboard.press('Escape')
  const { pickupCode } = await site.ask<{ pickupCode: string }>('GET', `/v1/orders/${orderNo}`, undefined, asCustomer)
  await page.getByRole('textbox', { name: '取件码' }).fill(pickupCode)
  await page.getByRole('textbox', { name: /复称质量.*足金戒指/ }).fill('4.789')
  await page.getByRole('textbox', { name: /复称质量.*翡翠手镯/ }).fill('58.308')
  await page.getByText('超出允许的 0.010 g').waitFor()
  await page.getByRole('button', { name: '记收款…' }).click()
  await page.getByRole('button', { name: '记收款', exact: true }).click()
  await page.getByText('待付').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^交付 1 件，1 件留下/ }).click()
  await page.getByText('已交付 1 件').waitFor()
  await page.getByRole('textbox', { name: /复称质量.*足金戒指/ }).fill('4.819')
  await page.getByRole('button', { name: /^交付 1 件/ }).click()
  await page.getByText('已全部领回').waitFor()
  expect((await desk.read(orderNo)).state).toBe('closed')

  await page.goto(`${site.url}/manage/orders/${orderNo}`)
  await page.getByRole('img', { name: /^结束时：/ }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '导出 CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`${orderNo}-保管链.csv`)
  // The browser ignores a second label that is printed within moments of the first.
  expect(complaints.filter((line) => !line.includes('calls to print()'))).toEqual([])
})

it('announces an order for a customer at the counter, and goes on to its intake', async () => {
  const { page, complaints } = await openManage('/reception')
  await page.getByRole('link', { name: /现场委托/ }).waitFor()
  await page.keyboard.press('n')
  await page.getByRole('textbox', { name: '姓名或单位' }).fill('沈怀瑾')
  await page.getByRole('textbox', { name: '手机' }).fill('138 0000 6099')
  await page.getByRole('textbox', { name: '名称', exact: true }).fill('翡翠挂件')
  await page.getByRole('combobox', { name: '类别' }).selectOption({ label: '玉石' })
  await page.getByRole('checkbox', { name: /定名/ }).check()
  await page.keyboard.press('Control+Enter')
  const head = page.getByRole('heading', { name: /^WT\d{14}$/ })
  await head.waitFor()
  await page.getByText('查询码', { exact: true }).waitFor()
  const stored = await desk.read((await head.textContent()) ?? '')
  expect(stored).toMatchObject({ state: 'announced', items: [{ statedName: '翡翠挂件' }] })
  await fillIntake(page, '21.430')
  await page.getByRole('button', { name: /收下并打标签/ }).click()
  await page.getByText('样品已收齐').waitFor()
  expect(complaints).toEqual([])
})

it('an answer that is lost loses no typed text, and nothing is taken in or handed out twice', async () => {
  const asCustomer = await site.fetchToken(site.writer)
  const orderNo = await desk.announce('宋清越', asCustomer)
  const { page } = await openManage(`/reception/${orderNo}`)
  const restoreIntake = await loseAnswers(page, '**/receive')
  await fillIntake(page, '4.820')
  await page.getByRole('button', { name: /收下并打标签/ }).click()
  await page.getByText('没有收到答复').waitFor()
  expect(await page.getByRole('textbox', { name: '质量（g）' }).inputValue()).toBe('4.820')
  await restoreIntake()
  await page.getByRole('button', { name: /收下并打标签/ }).click()
  await page.getByText('上次已入库，没有重复收样').waitFor()

  // The page is closed before the answer comes; the next visit knows that the sample is here.
  await loseAnswers(page, '**/receive')
  await fillIntake(page, '58.310')
  await page.getByRole('button', { name: /收下并打标签/ }).click()
  await page.getByText('没有收到答复').waitFor()
  await page.goto(`${site.url}/manage/reception/${orderNo}?item=2`)
  await page.getByText(/已入库，没有重复收样/).waitFor()
  expect((await desk.read(orderNo)).events.filter(({ kind }) => kind === 'receive')).toHaveLength(2)

  for (const item of [1, 2]) await desk.test(orderNo, item)
  await page.goto(`${site.url}/manage/reception/${orderNo}/hand-out`)
  const { pickupCode } = await site.ask<{ pickupCode: string }>('GET', `/v1/orders/${orderNo}`, undefined, asCustomer)
  await page.getByRole('textbox', { name: '取件码' }).fill(pickupCode)
  await page.getByRole('textbox', { name: '先交付的原因' }).fill('公司月底统一付款')
  await page.getByRole('textbox', { name: /复称质量.*足金戒指/ }).fill('4.820')
  await page.getByRole('textbox', { name: /复称质量.*翡翠手镯/ }).fill('58.310')
  const restoreHandOut = await loseAnswers(page, '**/hand-out')
  await page.getByRole('button', { name: /^交付 2 件/ }).click()
  await page.getByText('没有收到答复').waitFor()
  expect(await page.getByRole('textbox', { name: /复称质量.*足金戒指/ }).inputValue()).toBe('4.820')
  await restoreHandOut()
  await page.getByRole('button', { name: /^交付 2 件/ }).click()
  await page.getByText('上次已交付，没有重复办理').waitFor()
  const { state, events } = await desk.read(orderNo)
  expect(state).toBe('closed')
  expect(events.filter(({ kind }) => kind === 'handOut')).toHaveLength(2)
})

it('a sample that was never sent is taken in once the network is back', async () => {
  const orderNo = await desk.announce('周砚之')
  const { page, context } = await openManage(`/reception/${orderNo}`)
  await fillIntake(page, '4.820')
  await context.setOffline(true)
  await page.getByRole('button', { name: /收下并打标签/ }).click()
  await page.getByText('没有收到答复').waitFor()
  await context.setOffline(false)
  await page.getByRole('button', { name: /收下并打标签/ }).click()
  await page.getByText('1 / 2 已收').waitFor()
  expect((await desk.read(orderNo)).events.filter(({ kind }) => kind === 'receive')).toHaveLength(1)
})

it('corrects a mass that a colleague mistyped, with a new weighing and a reason', async () => {
  const colleague = await site.register('yu@example.test', '方知渔')
  await site.appoint(colleague, ['reception'])
  const orderNo = await desk.announce('沈怀瑾')
  await desk.receive(orderNo, 1, '48.200', await site.fetchToken(colleague))
  const { page } = await openManage(`/reception/${orderNo}?item=1`)
  await page.getByRole('button', { name: '更正质量…' }).click()
  await page.getByRole('textbox', { name: '理由' }).fill('小数点错位')
  await page.getByRole('textbox', { name: '重新称量（g）' }).fill('4.820')
  await page.setViewportSize({ width: 390, height: 844 })
  expect([await findFaults(page), await measureOverflowPx(page)]).toEqual([[], 0])
  await page.getByRole('button', { name: '更正质量', exact: true }).click()
  await page.getByText('4.820 g，分度 0.001 g').waitFor()
  await page.goto(`${site.url}/manage/orders/${orderNo}`)
  await page.getByText(/4\.820 g；分度 0\.001 g；原为 48\.200 g；小数点错位/).waitFor()
  expect((await desk.read(orderNo)).events.map(({ kind }) => kind)).toEqual(['announce', 'receive', 'correct'])
})

it('no page of orders has an accessibility fault, nor a sideways scroll bar on a phone', async () => {
  const half = await desk.announce('翠云轩珠宝行')
  await desk.receive(half, 1, '4.820')
  await desk.step(half, 1, 'ask', { text: '疑似充填，是否加测' })
  await desk.step(half, 1, 'store', { tray: 'G01' })
  const ready = await makeReady('叠石斋')
  const { page } = await openManage('/reception')
  await page.getByRole('button', { name: /^G.*格有样品/ }).waitFor()
  await scan(page, 'G01')
  await page.getByRole('dialog', { name: '柜 G01' }).getByRole('link').waitFor()
  expect(await findFaults(page)).toEqual([])
  for (const [address, shows] of [
    ['/reception', '叠石斋'],
    ['/reception/new', '请当面告知'],
    [`/reception/${half}?item=1`, '打标签'],
    [`/reception/${half}?item=2`, '自述名称与价值'],
    [`/reception/${ready}/hand-out`, '谁来领'],
    [`/orders/${ready}`, '保管链'],
    ['/orders', '叠石斋'],
    ['/bench', '在手'],
    ['/orders/statistics', '按人'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${site.url}/manage${address}`)
    await page.getByRole('main').getByText(shows).first().waitFor()
    expect([address, await findFaults(page)]).toEqual([address, []])
    await page.setViewportSize({ width: 390, height: 844 })
    expect([address, await measureOverflowPx(page)]).toEqual([address, 0])
  }
})

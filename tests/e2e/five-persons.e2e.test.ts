import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hasPoppler } from '../../apps/bff/src/testing/poppler.ts'
import type { PrintedCard } from '../../apps/bff/src/testing/printed-card.ts'
import { untilLive } from './browser.ts'
import { downloadCards } from './certificates/printed-card.ts'
import { createPagePool, type PagePool } from './page-pool.ts'
import { connectBrowser } from './shared-browser.ts'
import { type Account, openAs, startWritingSite, type WriterPage, type WritingSite } from './writing-site.ts'

const COUNT = 500
/** Value of the row with this position in the file, from 0. */
const massAt = (at: number) => `${at + 1}.5`

/** Time limit of a test with all of them: a minute, and several on a busy machine. ms. */
const ALL_MS = 400_000

let site: WritingSite
let browser: Browser
let pages: PagePool
let tester: Account
let reviewer: Account
let signatory: Account
/** Reads the number in the address of a card. */
const findNumber = ({ address }: PrintedCard) => new URL(address).pathname.split('/').at(-1) ?? ''

/** Page of the tester, who imports and prints. */
let desk: WriterPage

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  tester = await site.register('zhou@example.test', '周检')
  reviewer = await site.register('shen@example.test', '沈审')
  signatory = await site.register('chen@example.test', '陈批')
  await site.appoint(tester, ['certify'])
  await site.appoint(reviewer, ['review'])
  await site.appoint(signatory, ['approve'], ['turquoise'])
  const settings = { desk: { threePersons: ['turquoise'] } }
  await site.ask('PUT', '/v1/manage/site', { version: 0, settings }, await site.fetchSetUpToken())
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

it('a tester imports 500 rows, answers their warnings once, and submits them', { timeout: ALL_MS }, async () => {
  desk = await openAs(pages, site, tester, '/manage/certificates/import')
  const { page } = desk
  const rows = Array.from(
    { length: COUNT },
    (_none, at) => `绿松石,绿松石,${massAt(at)},3.90,蓝绿色,GB/T 16552、GB/T 16553`,
  )
  const buffer = Buffer.from(['类别,检验结论,重量(g),密度,颜色,检验依据', ...rows].join('\n'))
  await page.getByLabel('选择文件').setInputFiles({ name: '送检单.csv', mimeType: 'text/csv', buffer })
  await page.getByText('检查完毕').first().waitFor()
  await page.getByLabel('绿松石密度应为').fill('静水称重复测三次，读数无误')
  await page.keyboard.press('Enter')
  await page.getByLabel('缺少图片').fill('委托人要求不拍照')
  await page.keyboard.press('Enter')
  await page.getByLabel('直接提交审批').check()
  await page.getByRole('button', { name: `入库 ${COUNT} 份` }).click()
  await page.getByRole('link', { name: `已提交 ${COUNT} 份` }).waitFor()
})

/** Reads all certificates of the open dialog by keyboard, and agrees to their warnings. */
async function readAll({ page }: WriterPage) {
  const dialog = page.getByRole('dialog')
  for (let at = 0; at < COUNT; at += 1) {
    await dialog.locator('li[data-number]').nth(at).waitFor()
    await page.keyboard.press('j')
  }
  await dialog
    .getByLabel(/^已看，/)
    .first()
    .check()
  await dialog.getByRole('button', { name: `已阅的另 ${COUNT - 1} 份一并同意` }).click()
  return dialog
}

it('a reviewer reads all 500 and passes them on in one task', { timeout: ALL_MS }, async () => {
  const own = await openAs(pages, site, reviewer, '/manage/certificates?state=review')
  await own.page.getByRole('checkbox', { name: '全选本页' }).check()
  await own.page.getByRole('button', { name: '审核全部待审核…' }).click()
  const dialog = await readAll(own)
  await dialog.getByRole('button', { name: `审核已阅的 ${COUNT} 份` }).click()
  await own.page.getByText(`成批审核：已审核 ${COUNT} 份`).waitFor({ timeout: 200_000 })
  expect(own.complaints).toEqual([])
})

it('a signatory reads all 500 and approves them in one task', { timeout: ALL_MS }, async () => {
  const own = await openAs(pages, site, signatory, '/manage/certificates?state=submitted')
  await own.page.getByRole('checkbox', { name: '全选本页' }).check()
  await own.page.getByRole('button', { name: '批准全部待批…' }).click()
  const dialog = await readAll(own)
  await dialog.getByRole('button', { name: `批准已阅的 ${COUNT} 份` }).click()
  await own.page.getByText(`成批批准：已批准 ${COUNT} 份`).waitFor({ timeout: 200_000 })
  expect(own.complaints).toEqual([])
})

let cards: PrintedCard[]

it.runIf(hasPoppler())(
  'the tester prints 500 cards, whose texts, codes and QR codes are read back',
  { timeout: ALL_MS },
  async () => {
    const { page, complaints } = desk
    await page.goto(`${site.url}/manage/certificates?state=published&category=turquoise&by=周检`)
    await page.getByRole('checkbox', { name: '全选本页' }).check()
    await page.getByRole('button', { name: '打印全部已发布…' }).click()
    await page.getByRole('heading', { name: `打印 ${COUNT} 份` }).waitFor()
    cards = await downloadCards(page)
    expect(new Set(cards.map(findNumber)).size).toBe(COUNT)
    const printed = cards.map(({ text }) => Number(/总质量([\d.]+)g/.exec(text)?.[1]))
    expect(printed.sort((one, other) => one - other)).toEqual(Array.from({ length: COUNT }, (_none, at) => at + 1.5))
    expect(new Set(cards.map(({ checkCode }) => checkCode)).size).toBe(COUNT)
    expect(complaints).toEqual([])
  },
)

it.runIf(hasPoppler())(
  'a customer scans a card and looks it up, and all 500 are valid with their codes',
  { timeout: ALL_MS },
  async () => {
    const { page } = await openAs(pages, site, 'visitor', '/')
    const [card] = cards
    if (!card) throw new Error('nothing was printed')
    await page.goto(card.address)
    await untilLive(page)
    await page.getByRole('textbox', { name: '核对码', exact: true }).fill(card.checkCode)
    await page.getByRole('button', { name: '查询证书' }).click()
    await page.getByRole('heading', { name: '编号有效' }).waitFor()
    for (const name of ['周检', '沈审', '陈批']) await page.getByText(name).first().waitFor()

    const states = new Map<string, number>()
    for (const printed of cards) {
      const body = JSON.stringify({ certificateNo: findNumber(printed), checkCode: printed.checkCode })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${site.url}/v1/certificate/check`, { method: 'POST', headers, body })
      const { data } = (await answer.json()) as { data: { state: string } | null }
      const state = data?.state ?? String(answer.status)
      states.set(state, (states.get(state) ?? 0) + 1)
    }
    expect(Object.fromEntries(states)).toEqual({ valid: COUNT })
  },
)

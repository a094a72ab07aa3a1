import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWatchedPage, untilLive } from '../browser.ts'
import { createPagePool, type PagePool } from '../page-pool.ts'
import { connectBrowser } from '../shared-browser.ts'
import { openAs, startWritingSite, type WritingSite } from '../writing-site.ts'

/** The turquoise of the demo content. */
const NUMBER = 'SH20261103001285'
const CODE = '7K3M9Q'
const DESK = `/v1/manage/certificates/${NUMBER}`

let site: WritingSite
let browser: Browser
let pages: PagePool
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = createPagePool(browser, site.url)
  await authoriseWriter()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** The writer, who keeps the certificate, is also a signatory for turquoise. */
async function authoriseWriter() {
  const asOwner = await site.tokenOf(site.owner)
  const { id } = await site.ask<{ id: string }>('POST', '/oauth/emailLogin', site.writer)
  const { version } = await site.ask<{ version: number }>('GET', `/v1/manage/users/${id}`, undefined, asOwner)
  await site.ask('PUT', `/v1/manage/users/${id}/duties`, { duties: ['approve'], version }, asOwner)
  const days = { validFrom: '2020-01-01', validTo: '2099-12-31' }
  const record = { personId: id, title: '高级工程师', categories: ['turquoise'], ...days }
  await site.ask('POST', '/v1/manage/signatories', record, asOwner)
}

interface Work {
  revision: number
  contentHash: string
  form: { fields: Record<string, string> }
  warnings: { key: string }[]
}

/** Prepares at the desk as the owner, and approves as the writer. */
async function change(prepare: (asOwner: string, workOf: () => Promise<Work>) => Promise<void>) {
  const [asOwner, asWriter] = [await site.tokenOf(site.owner), await site.tokenOf(site.writer)]
  const workOf = async () => (await site.ask<{ work: Work }>('GET', DESK, undefined, asOwner)).work
  await prepare(asOwner, workOf)
  const { revision, contentHash } = await workOf()
  await site.ask('POST', `${DESK}/approve`, { revision, contentHash }, asWriter)
}

const correctColour = () =>
  change(async (asOwner, workOf) => {
    await site.ask('POST', '/v1/manage/certificates', { corrects: NUMBER, reason: '颜色描述有误' }, asOwner)
    const { revision, form } = await workOf()
    const fields = { ...form.fields, color: '天蓝色' }
    const saved = await site.ask<{ revision: number; warnings: { key: string }[] }>(
      ...(['PUT', DESK, { revision, form: { ...form, fields }, answers: [] }, asOwner] as const),
    )
    const answers = saved.warnings.map(({ key }) => ({ key, text: '已复测，确认' }))
    const answered = { revision: saved.revision, form: { ...form, fields }, answers }
    const again = await site.ask<{ revision: number }>('PUT', DESK, answered, asOwner)
    await site.ask('POST', `${DESK}/submit`, { revision: again.revision }, asOwner)
  })

const withdraw = () =>
  change(async (asOwner) => {
    await site.ask('POST', `${DESK}/withdraw`, { reason: '复检发现与原结论不符' }, asOwner)
  })

async function lookUp(page: Page) {
  await page.getByLabel('证书编号', { exact: true }).fill(NUMBER)
  await page.getByLabel('核对码', { exact: true }).fill(CODE)
  await page.getByRole('button', { name: '查询证书' }).click()
  await page.getByRole('heading', { name: '编号有效' }).waitFor()
}

const mailed = (words: string) =>
  expect
    .poll(async () => (await site.mails()).some(({ to, text }) => to === site.writer.email && text.includes(words)))
    .toBe(true)

it('a certificate is kept and shared; a correction and a withdrawal reach its keeper and the share', async () => {
  const keeper = await openAs(pages, site, 'writer', '/certificate-check')
  await untilLive(keeper.page)
  await lookUp(keeper.page)
  await keeper.page.getByRole('button', { name: '收存' }).click()
  await keeper.page.getByRole('link', { name: '已收存，去我的证书' }).waitFor()
  await keeper.page.getByRole('button', { name: '分享', exact: true }).click()
  const dialog = keeper.page.getByRole('dialog')
  await dialog.getByRole('button', { name: '生成链接' }).click()
  const link = await dialog.getByLabel('链接', { exact: true }).inputValue()
  expect(link).toMatch(/\/share\/[\w-]{43}$/)
  await dialog.getByRole('img', { name: /^分享图片：/ }).waitFor()

  const guest = await openAs(pages, site, 'visitor', new URL(link).pathname)
  await guest.page.getByRole('heading', { name: '证书有效' }).waitFor()
  const shown = guest.page.getByRole('article', { name: `证书 ${NUMBER}` })
  await shown.waitFor()
  expect(await guest.page.content()).not.toContain(CODE)
  expect(site.logs.filter((line) => line.includes(link.slice(-43)))).toEqual([])

  await correctColour()
  await mailed(`证书 ${NUMBER} 已更正，现为第 2 版`)
  await guest.page.reload()
  await shown.getByText('天蓝色').waitFor()
  await keeper.page.goto(`${site.url}/user?tab=certificates`)
  const row = keeper.page.getByRole('list', { name: '我的证书' }).getByRole('listitem').first()
  await row.getByText('有效，已更正，第 2 版').waitFor()
  await row.getByText('分享中', { exact: false }).waitFor()

  await withdraw()
  await mailed(`证书 ${NUMBER} 已撤销`)
  await guest.page.reload()
  await guest.page.getByRole('heading', { name: '证书已撤销' }).waitFor()
  expect(await shown.count()).toBe(0)
  await keeper.page.goto(`${site.url}/notice`)
  await keeper.page.getByText(`证书 ${NUMBER} 已撤销`, { exact: false }).waitFor()
  await keeper.page.goto(`${site.url}/user?tab=certificates`)
  const news = keeper.page.getByRole('region', { name: `证书 ${NUMBER} 的变动` })
  await news.getByRole('button', { name: '知道了' }).click()
  await news.waitFor({ state: 'detached' })
  expect([...keeper.complaints, ...guest.complaints]).toEqual([])
})

it('a visitor without JavaScript shares a certificate and revokes the share', async () => {
  const { page } = await openWatchedPage(browser, { isScripted: false })
  // Another certificate of the demo content: a graded diamond.
  await page.goto(`${site.url}/certificate-check`)
  await page.getByLabel('证书编号', { exact: true }).fill('SH20261030000336')
  await page.getByLabel('核对码', { exact: true }).fill('HB3446')
  await page.getByRole('button', { name: '查询证书' }).click()
  await page.getByRole('button', { name: '分享', exact: true }).click()
  await page.getByLabel('1 天').check()
  await page.getByRole('button', { name: '生成链接' }).click()
  const link = await page.getByRole('link', { name: /\/share\// }).getAttribute('href')
  const revoke = await page.getByRole('link', { name: '收回链接' }).getAttribute('href')
  const opened = await page.goto(link ?? '')
  expect(await page.getByRole('heading', { name: '证书有效' }).count()).toBe(1)
  expect(opened?.headers()).toMatchObject({
    ...{ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  expect(await page.content()).not.toContain('HB3446')
  await page.goto(revoke ?? '')
  await page.getByRole('button', { name: '收回分享' }).click()
  await page.getByText('分享已收回', { exact: false }).waitFor()
  const ended = await page.goto(link ?? '')
  expect(ended?.status()).toBe(200)
  expect(await page.getByRole('heading', { name: '持证人已收回' }).count()).toBe(1)
  expect((await page.goto(`${site.url}/share/${'A'.repeat(43)}`))?.status()).toBe(404)
})

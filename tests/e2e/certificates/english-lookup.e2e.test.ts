import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWatchedPage, untilLive, type WatchedPage } from '../browser.ts'
import { findViolations, measureOverflowPx } from '../page-tour.ts'
import { type RunningSite, startSite } from '../running-site.ts'
import { connectBrowser } from '../shared-browser.ts'

/** A certificate of the demo content, with its check code. */
const [NO, CODE] = ['SH20261103001285', '7K3M9Q']
const PAGE = '/en/certificate-check'

let site: RunningSite
let browser: Browser
let tab: WatchedPage
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), connectBrowser()])
  tab = await openWatchedPage(browser)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

async function lookUp(page: Page) {
  await page.getByRole('textbox', { name: 'Check code' }).fill(CODE)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('heading', { name: 'This certificate is valid' }).waitFor()
}

it('opens from the Chinese page with the typed number, and shows the certificate in English', async () => {
  const { page, complaints } = tab
  await page.goto(`${site.url}/certificate-check`)
  await untilLive(page)
  await page.getByLabel('证书编号').fill(NO)
  await page.getByLabel('核对码', { exact: true }).fill(CODE)
  await page.getByRole('link', { name: 'English' }).click()
  await page.waitForURL(`${site.url}${PAGE}?no=${NO}`)
  await untilLive(page)
  expect(await page.getByRole('textbox', { name: 'Certificate number' }).inputValue()).toBe(NO)
  await lookUp(page)
  const card = page.getByRole('article', { name: `Certificate ${NO}` })
  expect(await card.getByText('Oval cabochon').isVisible()).toBe(true)
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
  expect(page.url()).toBe(`${site.url}${PAGE}?no=${NO}`)
  expect(await findViolations(page)).toEqual([])
  // The page prints on one sheet of A4.
  const sheet = await page.pdf({ preferCSSPageSize: true })
  expect(sheet.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await measureOverflowPx(page)).toBe(0)
  expect(complaints).toEqual([])
})

it('compares the certificate with the piece step by step, also on a phone', async () => {
  const { page, complaints } = tab
  await page.getByRole('button', { name: 'Compare step by step' }).click()
  await page.getByRole('radio', { name: 'Seems the same' }).check()
  await page.getByRole('button', { name: 'Next step' }).click()
  await page.getByLabel('Reading of the balance').fill('99')
  expect([await findViolations(page), await measureOverflowPx(page)]).toEqual([[], 0])
  while (await page.getByRole('button', { name: 'Next step' }).isVisible()) {
    await page.getByRole('button', { name: 'Next step' }).click()
  }
  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.getByRole('heading', { name: 'Result: differs' }).waitFor()
  expect([await findViolations(page), await measureOverflowPx(page)]).toEqual([[], 0])
  expect(complaints).toEqual([])
})

it('verifies its receipt in English, and switches to Chinese when a link leads to a Chinese page', async () => {
  const { page } = tab
  const receipt = await page.getByRole('link', { name: 'View receipt' }).getAttribute('href')
  expect(receipt).toContain('/en/certificate-check/receipt#')
  await page.goto(site.url + new URL(receipt ?? '', site.url).pathname + new URL(receipt ?? '', site.url).hash)
  await page.getByRole('heading', { name: 'Genuine' }).waitFor()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click()
  await page.getByRole('heading', { level: 1, name: '联系我们' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
})

it('shares a result in English until the share is revoked, and links to the same share in Chinese', async () => {
  const { page, complaints } = await openWatchedPage(browser)
  await page.goto(`${site.url}${PAGE}?no=${NO}`)
  await untilLive(page)
  await lookUp(page)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  expect(new URL(link).pathname).toMatch(/^\/en\/share\/[\w-]{43}$/)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save picture' }).click()
  expect((await saving).suggestedFilename()).toBe(`${NO}.png`)
  const { pathname } = new URL(link)
  const revoke = new URL(
    (await page.getByRole('link', { name: 'revocation link' }).getAttribute('href')) ?? '',
    site.url,
  )
  const opened = await page.goto(site.url + pathname)
  expect(opened?.headers()).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
  await untilLive(page)
  expect(await page.getByRole('article', { name: `Certificate ${NO}` }).isVisible()).toBe(true)
  expect(await page.content()).not.toContain(CODE)
  expect(await page.content()).not.toContain('rel="alternate" hreflang')
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await measureOverflowPx(page)).toBe(0)
  await page.getByRole('main').getByRole('link', { name: '中文' }).click()
  await page.waitForURL(site.url + pathname.slice('/en'.length))
  await page.getByRole('heading', { name: '证书有效' }).waitFor()
  await page.getByRole('link', { name: 'English' }).click()
  await page.waitForURL(site.url + pathname)
  await page.goto(site.url + revoke.pathname + revoke.search)
  await untilLive(page)
  await page.getByRole('button', { name: 'Revoke the link' }).click()
  await page.getByText('The link is revoked', { exact: false }).waitFor()
  await page.goto(site.url + pathname)
  await page.getByRole('heading', { name: 'Revoked by the holder' }).waitFor()
  expect(complaints).toEqual([])
})

it('looks a certificate up and shares it without scripts', async () => {
  const { page } = await openWatchedPage(browser, { isScripted: false })
  await page.goto(`${site.url}${PAGE}?no=${NO}`)
  await lookUp(page)
  expect(page.url()).toBe(site.url + PAGE)
  expect(await page.getByRole('article').textContent()).toContain('Date of issue3 Nov 2026')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await page.getByLabel('1 day').check()
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByRole('link', { name: /\/en\/share\// }).getAttribute('href')
  await page.goto(site.url + new URL(link ?? '', site.url).pathname)
  expect(await page.getByRole('heading', { name: 'Valid certificate' }).count()).toBe(1)
})

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openWatchedPage, untilLive } from '../browser.ts'
import { findViolations, measureOverflowPx } from '../page-tour.ts'
import { connectBrowser } from '../shared-browser.ts'

const siteUrl = inject('siteUrl')

let browser: Browser
beforeAll(async () => {
  browser = await connectBrowser()
})
afterAll(() => browser.close())

describe('the page of the public log', () => {
  it('explains the log, draws it and links to its files without JavaScript', async () => {
    const { page, context } = await openWatchedPage(browser, { isScripted: false, widthPx: 390 })
    await page.goto(`${siteUrl}/log`)
    expect(await page.locator('h1').innerText()).toBe('公开日志')
    expect(
      await page.getByRole('img', { name: /27 个刻面各是一条记录.+第 11 号记录到台面的路径与 5 个旁证/ }).count(),
    ).toBe(1)
    for (const file of ['/log/checkpoint', '/log/key']) {
      expect(await page.locator(`main a[href="${file}"]`).first().isVisible()).toBe(true)
    }
    expect(await page.getByRole('button', { name: /^复制/ }).count()).toBe(0)
    expect(await measureOverflowPx(page)).toBe(0)
    await context.close()
  })

  it('has its styles when it is reached from the lookup, checks the log, and has no accessibility violations', async () => {
    const { page, context, complaints } = await openWatchedPage(browser)
    await page.goto(`${siteUrl}/certificate-check`)
    await untilLive(page)
    await page.getByRole('link', { name: '公开日志' }).click()
    const sentences = page.locator('main ol').filter({ hasText: '检查点' })
    await sentences.waitFor()
    // The rule is in the style sheet of this page alone.
    expect(await sentences.evaluate((list) => getComputedStyle(list).display)).toBe('grid')
    await page.getByText('相符', { exact: true }).waitFor()
    const [key, checkpoint] = await Promise.all(
      ['/log/key', '/log/checkpoint'].map(async (file) => (await fetch(siteUrl + file)).text()),
    )
    expect(await page.locator('code', { hasText: key?.trim() ?? '' }).count()).toBe(1)
    const [origin] = checkpoint?.split('\n') ?? []
    expect(await page.getByRole('region', { name: '检查点原文' }).innerText()).toContain(`${origin}\n`)
    expect(await findViolations(page)).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  })
})

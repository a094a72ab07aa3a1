import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWatchedPage } from './browser.ts'
import { type RunningSite, startSite } from './running-site.ts'
import { connectBrowser } from './shared-browser.ts'

let site: RunningSite
let browser: Browser
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), connectBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

describe('a site with a stopped upstream', () => {
  it('serves stale pages with a notice, answers calls with 502 within a second, and recovers by itself', async () => {
    await (await fetch(site.url)).text()
    await site.killUpstream()
    const { page, context } = await openWatchedPage(browser)

    // The page is fresh for a few seconds; then it is stale and shows its age.
    const stale = await until(async () => {
      const answer = await fetch(site.url)
      return answer.headers.get('x-cache') === 'stale' ? answer : null
    })
    expect(stale.status).toBe(200)
    const html = await stale.text()
    expect(html).toContain('一石一证')
    expect(html).toContain('暂时连接不上数据服务')
    await page.goto(site.url)
    await page.getByText('暂时连接不上数据服务').waitFor()

    const never = await fetch(`${site.url}/tags?categoryId=33&page=3`)
    expect([never.status, (await never.text()).includes('暂时连接不上数据服务')]).toEqual([503, true])

    const beforeMs = performance.now()
    const call = await fetch(`${site.url}/v1/article/archive`)
    expect(performance.now() - beforeMs).toBeLessThan(1000)
    expect([call.status, ((await call.json()) as { code: number }).code]).toEqual([502, 502])

    await site.startUpstream()
    await until(async () => ((await fetch(`${site.url}/v1/article/archive`)).status === 200 ? true : null))
    await until(async () => ((await (await fetch(site.url)).text()).includes('暂时连接不上') ? null : true))
    await context.close()
  })
})

/** Polls with growing pauses until there is an answer; limited by the time limit of the test. */
async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  for (let pauseMs = 50; ; pauseMs = Math.min(1000, pauseMs * 1.5)) {
    const answer = await ask()
    if (answer !== null) return answer
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

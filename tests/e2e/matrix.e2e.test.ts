import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { faultsOnTour } from './page-tour.ts'
import { LOOKS, publicPages, type VisitedPage } from './public-pages.ts'
import { type RunningSite, startSite } from './running-site.ts'

let site: RunningSite
let browser: Browser
let pages: VisitedPage[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(), launchBrowser()])
  pages = await publicPages(site.url)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

it.each(LOOKS.flatMap((look) => [1440, 390].map((widthPx) => ({ look, widthPx }))))(
  'every public page is whole, quiet, still and open to everybody: $look at $widthPx px',
  async ({ look, widthPx }) => {
    expect(await faultsOnTour({ browser, siteUrl: site.url, pages, look, widthPx, isAudited: true })).toEqual([])
  },
  240_000,
)

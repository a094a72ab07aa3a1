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

/** Each look and each width is audited; what depends on both is seen by the eyes (`npm run screenshots`). */
const AUDITED: readonly string[] = ['light 1440', 'dark 390', 'elder 390']

it.each(LOOKS.flatMap((look) => [1440, 390].map((widthPx) => ({ look, widthPx }))))(
  'every public page is whole, quiet, still and open to everybody: $look at $widthPx px',
  async ({ look, widthPx }) => {
    const isAudited = AUDITED.includes(`${look} ${widthPx}`)
    expect(await faultsOnTour({ browser, siteUrl: site.url, pages, look, widthPx, isAudited })).toEqual([])
  },
  240_000,
)

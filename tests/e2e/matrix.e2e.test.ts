import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from './browser.ts'
import { faultsOnTour, type Tour } from './page-tour.ts'
import { publicPages, type VisitedPage } from './public-pages.ts'
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

/** Every look at every width; a theme that only colours what stands there is chosen in place at one of them. */
const VIEWS: readonly Pick<Tour, 'look' | 'widthPx' | 'thenTheme'>[] = [
  { look: 'dark', widthPx: 1440, thenTheme: 'light' },
  { look: 'light', widthPx: 390, thenTheme: 'dark' },
  { look: 'elder', widthPx: 1440 },
  { look: 'elder', widthPx: 390 },
]

it.each(VIEWS)(
  'every public page is whole, quiet, still and open to everybody: $look at $widthPx px, then $thenTheme',
  async (view) => {
    expect(await faultsOnTour({ browser, siteUrl: site.url, pages, ...view, isAudited: true })).toEqual([])
  },
  240_000,
)

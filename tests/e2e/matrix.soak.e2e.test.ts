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
const VIEWS: readonly (Pick<Tour, 'look' | 'widthPx' | 'thenTheme'> & { name: string })[] = [
  { name: 'dark at 1440 px, then light', look: 'dark', widthPx: 1440, thenTheme: 'light' },
  { name: 'light at 390 px, then dark', look: 'light', widthPx: 390, thenTheme: 'dark' },
  { name: 'elder at 1440 px', look: 'elder', widthPx: 1440 },
  { name: 'elder at 390 px', look: 'elder', widthPx: 390 },
]

it.each(VIEWS)(
  'every public page is whole, quiet, still and open to everybody: $name',
  async ({ name: _, ...view }) => {
    expect(await faultsOnTour({ browser, siteUrl: site.url, pages, ...view, isAudited: true })).toEqual([])
  },
  240_000,
)

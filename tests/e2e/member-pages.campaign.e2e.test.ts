import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { WatchedPage } from './browser.ts'
import { createMemberPages } from './member-pages.ts'
import { findFaultsOnTour } from './page-tour.ts'
import type { VisitedPage } from './public-pages.ts'
import { connectBrowser } from './shared-browser.ts'
import { startWritingSite, type WritingSite } from './writing-site.ts'

let site: WritingSite
let browser: Browser
let pages: VisitedPage[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), connectBrowser()])
  pages = await createMemberPages(site)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Each look and each width is audited once. */
const VIEWS = [
  { look: 'light', widthPx: 390, isAudited: true },
  { look: 'dark', widthPx: 1440, isAudited: true },
  { look: 'light', widthPx: 1440, isAudited: false },
  { look: 'dark', widthPx: 390, isAudited: false },
] as const

it.each(VIEWS)(
  'every member page renders without console messages or layout shifts by late answers: $look at $widthPx px',
  async (view) => {
    const prepare = async (tab: WatchedPage) => {
      await site.logIn(tab, site.owner)
      // One half finds the user in the tab's storage, the other has to request the session first.
      if (view.look === 'dark') await tab.context.addInitScript(() => sessionStorage.removeItem('user'))
    }
    const tour = { browser, siteUrl: site.url, pages, ...view, isLate: true, prepare }
    expect(await findFaultsOnTour(tour)).toEqual([])
  },
  240_000,
)

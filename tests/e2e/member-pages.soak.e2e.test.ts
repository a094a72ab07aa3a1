import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, type WatchedPage } from './browser.ts'
import { memberPages } from './member-pages.ts'
import { faultsOnTour } from './page-tour.ts'
import type { VisitedPage } from './public-pages.ts'
import { startWritingSite, type WritingSite } from './writing-site.ts'

let site: WritingSite
let browser: Browser
let pages: VisitedPage[]
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startWritingSite(), launchBrowser()])
  pages = await memberPages(site)
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

/** Each look and each width is audited once. */
const VIEWS = (['light', 'dark'] as const).flatMap((look) =>
  [1440, 390].map((widthPx) => ({ look, widthPx, isAudited: (look === 'light') === (widthPx === 390) })),
)

it.each(VIEWS)(
  'every page of a member is whole and quiet, and still when what is the member’s comes late: $look at $widthPx px',
  async (view) => {
    const prepare = async (tab: WatchedPage) => {
      await site.logIn(tab, site.owner)
      // One half finds in the tab who was logged in before, the other has to ask first.
      if (view.look === 'dark') await tab.context.addInitScript(() => sessionStorage.removeItem('user'))
    }
    const tour = { browser, siteUrl: site.url, pages, ...view, isLate: true, prepare }
    expect(await faultsOnTour(tour)).toEqual([])
  },
  240_000,
)

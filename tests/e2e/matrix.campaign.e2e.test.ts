import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { findFaultsOnTour, type Tour } from './page-tour.ts'
import { listPublicPages, type VisitedPage } from './public-pages.ts'
import { connectBrowser } from './shared-browser.ts'

const siteUrl = inject('siteUrl')

let browser: Browser
let pages: VisitedPage[]
beforeAll(async () => {
  browser = await connectBrowser()
  pages = await listPublicPages(siteUrl)
})
afterAll(() => browser.close())

interface View extends Pick<Tour, 'look' | 'widthPx' | 'thenTheme'> {
  name: string
}

/** Every look at every width; a theme that changes colours only is chosen on the open page. */
const VIEWS: readonly View[] = [
  { name: 'dark at 1440 px, then light', look: 'dark', widthPx: 1440, thenTheme: 'light' },
  { name: 'light at 390 px, then dark', look: 'light', widthPx: 390, thenTheme: 'dark' },
  { name: 'elder at 1440 px', look: 'elder', widthPx: 1440 },
  { name: 'elder at 390 px', look: 'elder', widthPx: 390 },
]

it.each(VIEWS)(
  'every public page renders without console messages, layout shifts or accessibility faults: $name',
  async ({ name: _, ...view }) => {
    const tour = { browser, siteUrl, pages, ...view, isAudited: true, hasMotion: true }
    expect(await findFaultsOnTour(tour)).toEqual([])
  },
  240_000,
)

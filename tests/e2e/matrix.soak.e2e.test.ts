import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { figure } from '../figure.ts'
import { faultsOnTour, type Tour } from './page-tour.ts'
import { oneOfEachTemplate, publicPages, type VisitedPage } from './public-pages.ts'
import { connectBrowser } from './shared-browser.ts'

const siteUrl = inject('siteUrl')
/** The soak run visits every address in every view and audits it; `npm test` does so once per template. */
const EXTENT = figure({ quick: 'templates', soak: 'all' })

let browser: Browser
let pages: VisitedPage[]
beforeAll(async () => {
  browser = await connectBrowser()
  pages = await publicPages(siteUrl)
})
afterAll(() => browser.close())

interface View extends Pick<Tour, 'look' | 'widthPx' | 'thenTheme'> {
  name: string
  /** `npm test` also visits every address in one view, and audits one page of each template in each look. */
  visits: 'all' | 'templates'
  audits: 'templates' | 'none'
}

/** Every look at every width; a theme that changes colours only is chosen on the open page. */
const VIEWS: readonly View[] = [
  {
    ...{ name: 'dark at 1440 px, then light', visits: 'all', audits: 'templates' },
    ...{ look: 'dark', widthPx: 1440, thenTheme: 'light' },
  },
  {
    ...{ name: 'light at 390 px, then dark', visits: 'templates', audits: 'none' },
    ...{ look: 'light', widthPx: 390, thenTheme: 'dark' },
  },
  { name: 'elder at 1440 px', visits: 'templates', audits: 'none', look: 'elder', widthPx: 1440 },
  { name: 'elder at 390 px', visits: 'templates', audits: 'templates', look: 'elder', widthPx: 390 },
]

it.each(VIEWS)(
  'every public page renders without console messages, layout shifts or accessibility faults: $name',
  async ({ name: _, visits, audits, ...view }) => {
    const templates = oneOfEachTemplate(pages)
    const visited = EXTENT === 'all' || visits === 'all' ? pages : templates
    const isAudited = (page: VisitedPage) => EXTENT === 'all' || (audits === 'templates' && templates.includes(page))
    expect(await faultsOnTour({ browser, siteUrl, pages: visited, ...view, isAudited })).toEqual([])
  },
  240_000,
)

import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { figure } from '../figure.ts'
import { faultsOnTour, type Tour } from './page-tour.ts'
import { oneOfEachTemplate, publicPages, type VisitedPage } from './public-pages.ts'
import { connectBrowser } from './shared-browser.ts'

const siteUrl = inject('siteUrl')
/** Whether every address is visited and audited in every view. */
const IS_WHOLE = figure({ quick: false, soak: true })

let browser: Browser
let pages: VisitedPage[]
beforeAll(async () => {
  browser = await connectBrowser()
  pages = await publicPages(siteUrl)
})
afterAll(() => browser.close())

interface View extends Pick<Tour, 'look' | 'widthPx' | 'thenTheme'> {
  name: string
  /** Its part of `npm test`: one page of each template with an audit, or every third address. */
  visits: 'templates' | 0 | 1 | 2
}

/** Every look at every width; a theme that changes colours only is chosen on the open page. */
const VIEWS: readonly View[] = [
  { name: 'dark at 1440 px, then light', visits: 'templates', look: 'dark', widthPx: 1440, thenTheme: 'light' },
  { name: 'light at 390 px, then dark', visits: 0, look: 'light', widthPx: 390, thenTheme: 'dark' },
  { name: 'elder at 1440 px', visits: 1, look: 'elder', widthPx: 1440 },
  { name: 'elder at 390 px', visits: 2, look: 'elder', widthPx: 390 },
]

it.each(VIEWS)(
  'every public page renders without console messages, layout shifts or accessibility faults: $name',
  async ({ name: _, visits, ...view }) => {
    const part = visits === 'templates' ? oneOfEachTemplate(pages) : pages.filter((_page, at) => at % 3 === visits)
    const isAudited = () => IS_WHOLE || visits === 'templates'
    const tour = { browser, siteUrl, pages: IS_WHOLE ? pages : part, ...view, isAudited, hasMotion: IS_WHOLE }
    expect(await faultsOnTour(tour)).toEqual([])
  },
  240_000,
)

import type { Browser, Page } from 'playwright-core'
import { openWatchedPage } from '../browser.ts'
import { findColourFaults, findViolations, measureOverflowPx } from '../page-tour.ts'
import type { WritingSite } from '../writing-site.ts'
import type { ManageView } from './manage-views.ts'

interface ManageTour {
  browser: Browser
  site: WritingSite
  views: readonly ManageView[]
  widthPx: number
}

/** Width from which pages have the rail and the whole top bar. */
const WIDE_PX = 1119
/** Time limit for data and dialogs to be shown. */
const SHOWING_MS = 15_000
/** Pages visited in parallel. */
const TABS = 2
/** Time limit for the whole tour: each page and dialog has its own. ms. */
export const TOUR_MS = 400_000

/**
 * Visits management pages as their owner, opens every dialog and menu on them, and audits them in both themes.
 * @returns every fault with its address
 */
export async function findManagementFaults({ browser, site, views, widthPx }: ManageTour): Promise<string[]> {
  const waiting = [...views]
  const faults: string[] = []
  const visitSome = async () => {
    const tab = await openWatchedPage(browser, { widthPx })
    tab.page.setDefaultTimeout(SHOWING_MS)
    // Accepts the dialog on leaving unsaved text.
    tab.page.on('dialog', (dialog) => void dialog.accept())
    await site.logIn(tab, site.owner)
    // The rail and the top bar are the same on every page.
    let isFirst = true
    const audit = async ([name, part]: readonly [string, string], { path }: ManageView) => {
      const found = [...(await findFaults(tab.page, isFirst ? ':root' : part)), ...tab.complaints.splice(0)]
      faults.push(...found.map((fault) => `${path} ${name}: ${fault}`))
      isFirst = false
    }
    for (let view = waiting.shift(); view; view = waiting.shift()) {
      for await (const state of iterateStates(tab.page, site.url, view, widthPx)) await audit(state, view)
    }
    await tab.context.close()
  }
  // All tabs share one login, which the first one makes.
  await site.logIn(await openWatchedPage(browser), site.owner)
  await Promise.all(Array.from({ length: TABS }, visitSome))
  return faults
}

/** Opens each state of a view in turn. @yields its name, and the selector of what it adds to the page */
async function* iterateStates(page: Page, siteUrl: string, view: ManageView, widthPx: number) {
  const { path, shows, states, wideStates } = view
  await page.goto(`${siteUrl}/manage${path}`)
  await page.getByRole('main').getByText(shows).first().waitFor()
  yield ['', 'main'] as const
  for (const [name, open] of Object.entries({ ...states, ...(widthPx >= WIDE_PX && wideStates) })) {
    await open(page)
    const hasDialog = (await page.getByRole('dialog').count()) > 0
    yield [name, hasDialog ? 'dialog[open]' : ':root'] as const
    await page.keyboard.press('Escape')
  }
}

/**
 * Returns the faults of the open state, in both themes.
 * @param part selector of the audited part
 */
export async function findFaults(page: Page, part = ':root'): Promise<string[]> {
  const light = await findViolations(page, undefined, part)
  await setTheme(page, 'dark')
  const dark = await findColourFaults(page, part)
  await setTheme(page, 'light')
  const headings = await page.getByRole('heading', { level: 1 }).count()
  return [
    ...light,
    ...dark.map((fault) => `dark: ${fault}`),
    ...(headings === 1 ? [] : [`${headings} h1`]),
    ...((await measureOverflowPx(page)) > 0 ? ['scrolls sideways'] : []),
  ]
}

function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  return page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  }, theme)
}

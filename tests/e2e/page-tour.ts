import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOnly } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { openWatchedPage, untilLive, type WatchedPage } from './browser.ts'
import { type DelayedAnswers, delayAnswers } from './delayed-answers.ts'
import { type Look, storeLook, type Theme, type VisitedPage } from './public-pages.ts'

const SITE_NAME = '石衡珠宝玉石检测中心'
/** Limit of the cumulative layout shift. */
const LAYOUT_SHIFT_MAX = 0.02
/** WCAG 2.2, levels A and AA. */
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
/** Time for late layout shifts after hydration. */
const SETTLING_MS = 120
/** Time limit for data to be shown. */
const SHOWING_MS = 15_000
/** Pages visited in parallel. */
const TABS = 3

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export interface Tour {
  browser: Browser
  siteUrl: string
  pages: readonly VisitedPage[]
  look: Look
  widthPx: number
  /** Whether axe audits the page, which takes longer than the rest of the visit. */
  isAudited: boolean
  /** A theme to switch to on the open page: nothing may shift, and axe audits its colours. */
  thenTheme?: Theme
  /** Whether animations are enabled. */
  hasMotion?: boolean
  /** Delays answers to the page, see `delayed-answers.ts`. */
  isLate?: boolean
  /** Prepares a new browser context, e.g. logs in. */
  prepare?: (tab: WatchedPage) => Promise<void>
}

/** Visits pages in parallel. @returns every fault with its address */
export async function findFaultsOnTour({
  browser,
  siteUrl,
  pages,
  look,
  widthPx,
  isAudited,
  thenTheme,
  hasMotion = false,
  isLate = false,
  prepare,
}: Tour): Promise<string[]> {
  const waiting = [...pages]
  const faults: string[] = []
  const visitSome = async () => {
    const tab = await openWatchedPage(browser, { widthPx, hasMotion })
    await tab.context.addInitScript(storeLook, look)
    tab.page.on('response', (answer) => {
      if (answer.status() === 429) faults.push(`${answer.url()}: refused as too much`)
    })
    await prepare?.(tab)
    const late = isLate ? await delayAnswers(tab.page) : null
    for (let page = waiting.shift(); page; page = waiting.shift()) {
      const { path } = page
      const found = [
        ...(await findFaults(tab, siteUrl, page, { widthPx, late })),
        ...(isAudited ? await findViolations(tab.page) : []),
        ...(thenTheme ? await findThemeFaults(tab.page, thenTheme, isAudited) : []),
      ]
      faults.push(...found.map((fault) => `${path}: ${fault}`))
    }
    await tab.context.close()
  }
  await Promise.all(Array.from({ length: TABS }, visitSome))
  return faults
}

async function findFaults(
  { page, complaints }: WatchedPage,
  siteUrl: string,
  visited: VisitedPage,
  { widthPx, late }: { widthPx: number; late: DelayedAnswers | null },
) {
  const { path, title, siteName = SITE_NAME, status = 200, shows } = visited
  complaints.length = 0
  const answer = await page.goto(siteUrl + path)
  // The shell sets it after hydration.
  await untilLive(page)
  if (shows) await page.getByText(shows).first().waitFor({ timeout: SHOWING_MS })
  await late?.allShown()
  await page.waitForTimeout(SETTLING_MS)

  const faults: string[] = []
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) faults.push(fault)
  }
  check(answer?.status() === status, `status ${answer?.status()}`)
  const fullTitle = title ? `${title} - ${siteName}` : siteName
  // The count of unread messages before it is removed.
  const shownTitle = (await page.title()).replace(/^\(\d+\) /, '')
  check(shownTitle === fullTitle, `title ${shownTitle}`)
  const headings = await page.locator('h1').count()
  check(headings === 1, `${headings} h1`)
  const real = complaints.filter((text) => !(status === 404 && text.includes('status of 404')))
  check(real.length === 0, real.join(' | '))
  const shift = await measureLayoutShift(page)
  check(shift <= LAYOUT_SHIFT_MAX, `layout shift ${shift.toFixed(3)}`)
  check((await measureOverflowPx(page)) === 0, `scrolls sideways at ${widthPx} px`)
  if (widthPx === 1440) {
    await page.setViewportSize({ width: 1200, height: 900 })
    check((await measureOverflowPx(page)) === 0, 'scrolls sideways at 1200 px')
    await page.setViewportSize({ width: widthPx, height: 900 })
  }
  return faults
}

async function findThemeFaults(page: Page, theme: Theme, isAudited: boolean): Promise<string[]> {
  const before = await readPositions(page)
  await page.evaluate(async (name) => {
    document.documentElement.dataset.theme = name
    const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(fading.map(({ finished }) => finished))
  }, theme)
  const after = await readPositions(page)
  const moved = after.findIndex((place, at) => place !== before[at])
  const colours = isAudited ? await findColourFaults(page) : []
  return [
    ...(moved < 0 ? [] : [`${theme} moves ${before[moved]} to ${after[moved]}`]),
    ...colours.map((fault) => `${theme}: ${fault}`),
  ]
}

/** Returns the positions of the parts of a page, and its height; px. */
function readPositions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const parts = [
      document.documentElement,
      ...document.querySelectorAll(':is(header, main, footer) :is(h1, h2, a, p, img)'),
    ]
    return parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect()
      return `${part.tagName} ${[x, y, width, height].map(Math.round)}`
    })
  })
}

/** Returns the width that can only be seen by scrolling sideways, px. */
export function measureOverflowPx(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

export function measureLayoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
            if (!entry.hadRecentInput) sum += entry.value
          }
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 20)
      }),
  )
}

/** Returns violations of the rules that depend on colours. */
export function findColourFaults(page: Page, part?: string): Promise<string[]> {
  return findViolations(page, { type: 'rule', values: COLOUR_RULES }, part)
}

/**
 * Returns accessibility violations reported by axe, each with its first element.
 * @param part selector of the audited part
 */
export async function findViolations(
  page: Page,
  runOnly: RunOnly = { type: 'tag', values: WCAG },
  part = ':root',
): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(axeSource)
  const results = await page.evaluate(
    ({ runOnly, part }) =>
      (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run(part, {
        runOnly,
        resultTypes: ['violations'],
      }) as Promise<AxeResults>,
    { runOnly, part },
  )
  return results.violations.map(
    ({ id, nodes }) => `${id} ${nodes.length}× ${nodes[0]?.target} ${nodes[0]?.html.slice(0, 120)}`,
  )
}

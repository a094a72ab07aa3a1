import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'

/** Flags for Debian's Chromium on a machine without a screen, a GPU or an open network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const LAUNCH_OPTIONS = {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: FLAGS,
  // Chromium replaces Chinese file names unless the locale is UTF-8.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
}

/** Launches a browser for programs outside the browser tests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(LAUNCH_OPTIONS)
}

export interface WatchedPage {
  page: Page
  context: BrowserContext
  /** Console warnings and errors, and uncaught errors. */
  complaints: string[]
}

/** Waits for hydration; before it, the browser submits forms without scripts. */
export async function untilLive(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor()
}

/**
 * Scrolls to an element and waits until React handles its events. Sections whose code is loaded after the first view, or
 * when they come near, are hydrated later than the page; React's mark on each element is the only sign of it.
 */
export async function untilHydrated(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded()
  const handle = await element.elementHandle()
  await element
    .page()
    .waitForFunction((node) => Object.keys(node ?? {}).some((key) => key.startsWith('__react')), handle)
}

/**
 * Opens a new browser context with one page whose console is recorded.
 * @param options `hasMotion`: enables animations, whose frames take a quarter of a suite's processor time
 */
export async function openWatchedPage(
  browser: Browser,
  options: { isScripted?: boolean; widthPx?: number; hasMotion?: boolean } = {},
): Promise<WatchedPage> {
  const { isScripted = true, widthPx = 1440, hasMotion = false } = options
  const context = await browser.newContext({
    javaScriptEnabled: isScripted,
    locale: 'zh-CN',
    viewport: { width: widthPx, height: 900 },
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

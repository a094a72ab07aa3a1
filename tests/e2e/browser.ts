import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

/** For Debian's Chromium on a machine without a screen, a GPU or an open network. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const LAUNCH_OPTIONS = { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: FLAGS }

/** A browser of its own, for programs outside of the browser tests. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(LAUNCH_OPTIONS)
}

export interface WatchedPage {
  page: Page
  context: BrowserContext
  /** Warnings and errors of the console, and uncaught errors. */
  complaints: string[]
}

/** Until scripts hear what is pressed; before, forms are sent by the browser itself. */
export async function untilLive(page: Page): Promise<void> {
  await page.locator('html[data-live]').waitFor()
}

/** A fresh browser profile with one page whose console is listened to. */
export async function openWatchedPage(
  browser: Browser,
  options: { isScripted?: boolean; widthPx?: number } = {},
): Promise<WatchedPage> {
  const { isScripted = true, widthPx = 1440 } = options
  const context = await browser.newContext({
    javaScriptEnabled: isScripted,
    locale: 'zh-CN',
    viewport: { width: widthPx, height: 900 },
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return { page, context, complaints }
}

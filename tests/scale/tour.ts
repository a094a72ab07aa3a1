import { type Browser, chromium, type Page } from 'playwright-core'
import { MOVED_PATHS } from '../../packages/contract/src/paths/moved-paths.ts'
import { SITE_ORIGIN } from '../chat/browser-login.ts'
import { openWatchedPage } from '../e2e/browser.ts'

/** Launches a browser that resolves the site's origin to nginx. */
export function launchBrowserAt(nginxUrl: string): Promise<Browser> {
  const rule = `MAP ${new URL(SITE_ORIGIN).host} ${new URL(nginxUrl).host}`
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      `--host-resolver-rules=${rule}`,
      // The origin is treated as secure, as behind TLS; otherwise the browser warns about headers that it ignores.
      `--unsafely-treat-insecure-origin-as-secure=${SITE_ORIGIN}`,
    ],
  })
}

/** One open page that navigates from link to link without a reload. */
export interface Tour {
  /** Errors of the console, the network and the page. */
  readonly faults: readonly string[]
  /** Visited addresses. */
  readonly seen: ReadonlySet<string>
  /** Resolves when the last page is shown. @returns whether the document is still the first one */
  end(): Promise<boolean>
}

/** Pages to which the short addresses in the footer redirect. */
const targets = new Map(MOVED_PATHS)

/** Pause between two pages, long enough for prefetches to finish. ms. */
const READING_MS = 300

export async function startTour(browser: Browser): Promise<Tour> {
  const { page, complaints } = await openWatchedPage(browser)
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(SITE_ORIGIN, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.documentElement.setAttribute('data-opened', 'first'))
  const addresses = await listLinks(page)
  const seen = new Set<string>()
  let isEnded = false

  async function go(): Promise<void> {
    for (let at = 0; !isEnded; at += 1) {
      const address = addresses[at % addresses.length] ?? '/'
      await page
        .locator(`a[href="${address}"]`)
        .first()
        .evaluate((link: HTMLElement) => link.click())
      await page.waitForURL(SITE_ORIGIN + (targets.get(address) ?? address))
      await page.locator('main h1').first().waitFor({ state: 'attached' })
      await page.waitForTimeout(READING_MS)
      seen.add(address)
    }
  }

  const going = go().catch((error: unknown) => void complaints.push(String(error)))
  return {
    faults: complaints,
    seen,
    async end() {
      isEnded = true
      await going
      return (await page.locator('html').getAttribute('data-opened')) === 'first'
    },
  }
}

/** Returns the pages linked from header and footer of every page; the search opens in place. */
function listLinks(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = document.querySelectorAll<HTMLAnchorElement>('header a[href^="/"], footer a[href^="/"]')
    const addresses = [...links].map((link) => link.getAttribute('href') ?? '')
    return [...new Set(addresses)].filter((address) => !/[.#]|^\/search/.test(address))
  })
}

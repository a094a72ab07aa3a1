import { type Browser, chromium, type Page } from 'playwright-core'
import { SITE_ORIGIN } from '../chat/browser-login.ts'
import { openWatchedPage } from '../e2e/browser.ts'

/** A browser for which the site's own origin is where nginx listens. */
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
      // As it would be behind TLS; else the browser complains of headers that it must ignore.
      `--unsafely-treat-insecure-origin-as-secure=${SITE_ORIGIN}`,
    ],
  })
}

/** One open page, in which somebody goes from link to link without ever loading it again. */
export interface Tour {
  /** What the console, the network or the page complained of. */
  readonly faults: readonly string[]
  /** Addresses that it has been to. */
  readonly seen: ReadonlySet<string>
  /** Done when the last page is there. @returns whether it still is the document that was opened at first */
  end(): Promise<boolean>
}

/** Between two pages somebody reads; what was asked ahead for one has come by then. ms. */
const READING_MS = 300

export async function startTour(browser: Browser): Promise<Tour> {
  const { page, complaints } = await openWatchedPage(browser)
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`)
  })
  await page.goto(SITE_ORIGIN, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.documentElement.setAttribute('data-opened', 'first'))
  const addresses = await linksOf(page)
  const seen = new Set<string>()
  let isEnded = false

  async function go(): Promise<void> {
    for (let at = 0; !isEnded; at += 1) {
      const address = addresses[at % addresses.length] ?? '/'
      await page
        .locator(`a[href="${address}"]`)
        .first()
        .evaluate((link: HTMLElement) => link.click())
      await page.waitForURL(SITE_ORIGIN + address)
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

/** Pages that header and footer lead to, whichever page is shown; the search opens in place. */
function linksOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const links = document.querySelectorAll<HTMLAnchorElement>('header a[href^="/"], footer a[href^="/"]')
    const addresses = [...links].map((link) => link.getAttribute('href') ?? '')
    return [...new Set(addresses)].filter((address) => !/[.#]|^\/search/.test(address))
  })
}

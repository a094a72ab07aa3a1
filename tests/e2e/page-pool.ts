import type { Browser } from 'playwright-core'
import { openWatchedPage, type WatchedPage } from './browser.ts'

export type PagePool = ReturnType<typeof createPagePool>

/**
 * Creates pages for one test after another, each with empty cookies and storage. A page that has shown the site keeps
 * its renderer process: a load in it takes half the processor time of a load in a new context.
 */
export function createPagePool(browser: Browser, siteUrl: string) {
  const free: WatchedPage[] = []
  const used: WatchedPage[] = []

  return {
    async open(): Promise<WatchedPage> {
      const watched = free.pop() ?? (await openWatchedPage(browser))
      watched.complaints.length = 0
      used.push(watched)
      return watched
    },
    /**
     * Takes all pages back; called after each test. A page that cannot be reset, such as a crashed one, is not used
     * again.
     */
    async release(): Promise<void> {
      const reset = async (watched: WatchedPage) => {
        try {
          await resetPage(watched, siteUrl)
          free.push(watched)
        } catch {
          await watched.context.close()
        }
      }
      await Promise.all(used.splice(0).map(reset))
    },
  }
}

async function resetPage({ page, context }: WatchedPage, siteUrl: string): Promise<void> {
  const tabs = context.pages().filter((other) => other !== page)
  await Promise.all(tabs.map((tab) => tab.close()))
  page.removeAllListeners('dialog')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearCookies()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // The page is left first, as leaving may store something.
  await page.goto(`${siteUrl}/about`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: siteUrl, storageTypes: 'all' })
  await devtools.detach()
  await page.evaluate(() => sessionStorage.clear())
}

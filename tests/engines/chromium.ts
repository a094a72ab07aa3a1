import { type Browser, chromium, type Page } from 'playwright-core'
import { LAUNCH_OPTIONS, openWatchedPage } from '../e2e/browser.ts'
import type { Engine } from './engine.ts'
import { CALL_LIMIT_MS, createEnginePage, type PageDriver } from './page-driver.ts'

/** @param serverUrl address of a running browser; by default one is launched */
export async function startChromium(serverUrl?: string): Promise<Engine> {
  const browser: Browser = serverUrl ? await chromium.connect(serverUrl) : await chromium.launch(LAUNCH_OPTIONS)
  return {
    name: 'chromium',
    async open(options) {
      const { page, context, complaints } = await openWatchedPage(browser, options)
      page.setDefaultTimeout(CALL_LIMIT_MS)
      page.on('dialog', (dialog) => void dialog.accept())
      return createEnginePage(
        'chromium',
        createDriver(page, () => context.close()),
        complaints,
      )
    },
    close: () => browser.close(),
  }
}

function createDriver(page: Page, close: () => Promise<void>): PageDriver {
  return {
    async goto(url) {
      await page.goto(url)
    },
    url: async () => page.url(),
    evaluate: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    press: (modifiers, key) => page.keyboard.press([...modifiers, key].join('+')),
    setFiles: (selector, files) => page.locator(selector).first().setInputFiles(files),
    async screenshot(file) {
      await page.screenshot({ path: file })
    },
    close,
  }
}

import puppeteer, { type Browser, type KeyInput, type Page } from 'puppeteer-core'
import type { Engine } from './engine.ts'
import { CALL_LIMIT_MS, createEnginePage, type PageDriver } from './page-driver.ts'

/** Preferences of the fresh profile, beside those with which Puppeteer switches off updates and telemetry. */
const PREFERENCES = {
  'intl.accept_languages': 'zh-CN, zh',
  'ui.prefersReducedMotion': 1,
  // The pointer is a mouse: Firefox reports none if there is no screen.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // 1 selects the light theme.
  'layout.css.prefers-color-scheme.content-override': 1,
  // Only requests to the site may use the network.
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.region.network.url': '',
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'captivedetect.canonicalURL': '',
  'dom.push.connection.enabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.dns.disablePrefetch': true,
  'network.prefetch-next': false,
  'network.trr.mode': 5,
  'toolkit.telemetry.server': '',
  'toolkit.telemetry.enabled': false,
}

/**
 * Starts Firefox through WebDriver BiDi in headless mode.
 * @param executablePath path of Firefox or Firefox ESR
 */
export async function startFirefox(executablePath: string): Promise<Engine> {
  const launch = (preferences: object = {}) =>
    puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      defaultViewport: null,
      extraPrefsFirefox: { ...PREFERENCES, ...preferences },
      protocolTimeout: CALL_LIMIT_MS,
    })
  const browser = await launch()
  // Firefox switches scripts off for all pages of a process only.
  let scriptless: Promise<Browser> | undefined
  return {
    name: 'firefox',
    async open({ widthPx = 1440, isScripted = true } = {}) {
      if (!isScripted) scriptless ??= launch({ 'javascript.enabled': false })
      const context = await ((!isScripted && (await scriptless)) || browser).createBrowserContext()
      // Each page has its own window: tabs behind another one count as hidden.
      const page = await context.newPage({ type: 'window' })
      page.setDefaultTimeout(CALL_LIMIT_MS)
      await page.setViewport({ width: widthPx, height: 900 })
      // The override makes it behave like the other engines: only one of several windows has the focus.
      if (isScripted) await page.evaluateOnNewDocument('document.hasFocus = () => true')
      const driver = createDriver(page, () => context.close())
      return createEnginePage('firefox', driver, collectComplaints(page))
    },
    async close() {
      await Promise.all([browser.close(), (await scriptless)?.close()])
    },
  }
}

function collectComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warn') return
    const at = complaints.push(message.text()) - 1
    // The text of an error is missing in the message.
    const texts = message.args().map((arg) => arg.evaluate((value) => String(value)))
    Promise.all(texts).then(
      (all) => {
        complaints[at] = all.join(' ')
      },
      () => undefined,
    )
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

function createDriver(page: Page, close: () => Promise<void>): PageDriver {
  page.on('dialog', (dialog) => void dialog.accept())
  return {
    async goto(url) {
      await page.goto(url)
    },
    url: async () => page.url(),
    evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    clickAt: (x, y) => page.mouse.click(x, y),
    async press(modifiers, key) {
      for (const modifier of modifiers) await page.keyboard.down(modifier as KeyInput)
      await page.keyboard.press(key as KeyInput)
      for (const modifier of modifiers.toReversed()) await page.keyboard.up(modifier as KeyInput)
    },
    async setFiles(selector, files) {
      const field = await page.$(selector)
      if (!field) throw new Error(`no element: ${selector}`)
      await field
        .asElement()
        ?.toElement('input')
        .then((input) => input.uploadFile(...files))
    },
    async screenshot(file) {
      await page.screenshot({ path: file as `${string}.png` })
    },
    close,
  }
}

import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Engine } from './engine.ts'
import { CALL_LIMIT_MS, createEnginePage, type PageDriver } from './page-driver.ts'
import { startSession, type WebDriverSession } from './webdriver-session.ts'
import { startDisplay, startDriver } from './webkit-processes.ts'

const LOOK_AGAIN_MS = 20
const HEIGHT_PX = 900

/** Codes of keys that type no character. https://www.w3.org/TR/webdriver2/#keyboard-actions */
const KEY_CODES: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F8: '\uE038',
  Meta: '\uE03D',
}

/**
 * Starts WebKitGTK's MiniBrowser through WebDriver, on a virtual screen. Each page has its own browser, because all
 * pages of a WebDriver session share cookies.
 * @param executablePath path of MiniBrowser
 */
export async function startWebkit(executablePath: string): Promise<Engine> {
  const display = await startDisplay()
  /** Functions that close the pages which a failed case has left open. */
  const running = new Set<() => Promise<void>>()
  return {
    name: 'webkit',
    async open({ widthPx = 1440, isScripted = true } = {}) {
      const driver = await startDriver(display.env)
      running.add(driver.stop)
      const args = [
        '--automation',
        // Tool bars are hidden, as their width would be the minimum width of a window.
        '--full-screen',
        ...(isScripted ? [] : ['--enable-javascript=false']),
      ]
      const session = await startSession(driver.address, {
        // A command never waits for a page, so that complaints are collected from the start of its scripts.
        pageLoadStrategy: 'none',
        unhandledPromptBehavior: 'accept',
        'webkitgtk:browserOptions': { binary: executablePath, args },
      })
      await session.setSize(widthPx, HEIGHT_PX)
      const complaints: string[] = []
      const close = async () => {
        await session.end()
        running.delete(driver.stop)
        await driver.stop()
      }
      return createEnginePage('webkit', createDriver(session, { isScripted, complaints, close }), complaints)
    },
    async close() {
      await Promise.all([...running].map((stop) => stop()))
      await display.close()
    },
  }
}

interface Page {
  isScripted: boolean
  /** Receives the complaints. */
  complaints: string[]
  close(): Promise<void>
}

function createDriver(session: WebDriverSession, { isScripted, complaints, close }: Page): PageDriver {
  /**
   * Evaluates an expression, and collects the complaints so far: WebDriver does not pass on the console, nor does
   * MiniBrowser when automated.
   */
  async function evaluate<T>(expression: string): Promise<T> {
    const seen = `const seen = (${takeComplaints})();`
    // The command of a page that is left before its promise settles would get no answer.
    const left = 'new Promise((_, leave) => addEventListener("pagehide", () => leave(new Error("the page is left"))))'
    const value = `Promise.race([(async () => (${expression}))(), ${left}])`
    const script = isScripted
      ? `${seen} return (async () => [await ${value}, seen])()`
      : `${seen} return [${expression}, seen]`
    const [result, fresh] = await session.run<[T, string[]]>(script)
    complaints.push(...fresh)
    return result
  }

  return {
    evaluate,
    async goto(url) {
      await evaluate('window.isOldDocument = true')
      await session.goto(url)
      const endMs = performance.now() + CALL_LIMIT_MS
      const isLoaded = '!window.isOldDocument && document.readyState === "complete"'
      while (!(await evaluate<boolean>(isLoaded).catch(() => false))) {
        if (performance.now() > endMs) throw new Error(`${url} did not load`)
        await delay(LOOK_AGAIN_MS)
      }
    },
    url: () => session.url(),
    async clickAt(x, y) {
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await session.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
    },
    async press(modifiers, key) {
      const down = [...modifiers, key].map((each) => ({ type: 'keyDown', value: KEY_CODES[each] ?? each }))
      const up = down.toReversed().map(({ value }) => ({ type: 'keyUp', value }))
      await session.perform([{ type: 'key', id: 'keyboard', actions: [...down, ...up] }])
    },
    setFiles: (selector, files) => session.setFiles(selector, files),
    async screenshot(file) {
      await writeFile(file, await session.screenshot())
    },
    close,
  }
}

/** Takes console warnings and errors and uncaught errors, and records further ones; runs in the page. */
function takeComplaints(): string[] {
  const page = window as typeof window & { seenComplaints?: string[] }
  if (page.seenComplaints) return page.seenComplaints.splice(0)
  const seen: string[] = []
  page.seenComplaints = seen
  // The override makes it behave like the other engines: if there is no window manager, only one of all windows has the
  // focus.
  document.hasFocus = () => true
  addEventListener('error', ({ message }) => message && seen.push(message))
  addEventListener('unhandledrejection', ({ reason }) => seen.push(String(reason)))
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    seen.push(`refused by ${violatedDirective}: ${blockedURI}`),
  )
  for (const level of ['warn', 'error'] as const) {
    page.console[level] = (...words) => seen.push(words.map(String).join(' '))
  }
  return []
}

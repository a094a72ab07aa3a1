import { setTimeout as delay } from 'node:timers/promises'
import type { EnginePage } from './engine.ts'
import { emptyField, type Found, findElement, typeText } from './find-element.ts'

/** Time limit of every call, ms; long, for a busy machine. */
export const CALL_LIMIT_MS = 30_000
/** Interval between evaluations of a condition, ms. */
const LOOK_AGAIN_MS = 40

/**
 * Operations that each engine implements. Everything else about elements is one script for all engines
 * (`find-element.ts`).
 */
export interface PageDriver {
  /** Resolves when the page has loaded. */
  goto(url: string): Promise<void>
  url(): Promise<string>
  evaluate<T>(expression: string): Promise<T>
  /** Clicks at a point of the viewport. CSS px. */
  clickAt(x: number, y: number): Promise<void>
  press(modifiers: readonly string[], key: string): Promise<void>
  setFiles(selector: string, files: string[]): Promise<void>
  screenshot(file: string): Promise<void>
  close(): Promise<void>
}

/**
 * Creates a page whose calls wait for their elements and have a time limit.
 * @param complaints messages that the driver collects
 */
export function createEnginePage(engine: string, driver: PageDriver, complaints: string[]): EnginePage {
  /**
   * Evaluates until the result is accepted. An error while the page navigates counts as an attempt that had no result.
   */
  async function until<T>(what: string, expression: string, isDone: (value: T) => boolean): Promise<T> {
    const endMs = performance.now() + CALL_LIMIT_MS
    let last: unknown
    for (;;) {
      try {
        const value = await limited(what, driver.evaluate<T>(expression))
        if (isDone(value)) return value
        last = JSON.stringify(value)
      } catch (error) {
        last = error
      }
      if (performance.now() > endMs) throw await failure(what, last)
      await delay(LOOK_AGAIN_MS)
    }
  }

  async function failure(what: string, last: unknown): Promise<Error> {
    const shown = await limited('body', driver.evaluate<string>('document.body.innerText')).catch(String)
    const start = shown.replace(/\s+/g, ' ').slice(0, 600)
    const url = await driver.url().catch(String)
    return new Error(`${engine}: ${what} at ${url}: ${String(last)}. The page: ${start}`)
  }

  async function limited<T>(what: string, call: Promise<T>): Promise<T> {
    const timer = new AbortController()
    const late = delay(CALL_LIMIT_MS, undefined, { signal: timer.signal }).then(() => {
      throw new Error(`${engine}: no answer in ${CALL_LIMIT_MS} ms: ${what}`)
    })
    try {
      return await Promise.race([call, late])
    } finally {
      timer.abort()
      late.catch(() => undefined)
    }
  }

  function find(what: string, selector: string, text: string | undefined, isDone: (found: Found) => boolean) {
    const named = text === undefined ? selector : `${selector} with “${text}”`
    return until<Found>(`${what} ${named}`, findElement(selector, text, what === 'click'), isDone)
  }

  return {
    goto: (url) => limited(`goto ${url}`, driver.goto(url)),
    url: () => limited('url', driver.url()),
    async click(selector, { text } = {}) {
      let before = ''
      // Two equal positions in a row show that the element stands still.
      const { x, y } = await find('click', selector, text, (found) => {
        const place = `${found.x} ${found.y}`
        const isStill = place === before
        before = place
        return found.isHit && found.isEnabled && isStill
      })
      await limited(`click ${selector}`, driver.clickAt(x, y))
    },
    async fill(selector, value) {
      await find('fill', selector, undefined, ({ isVisible, isEnabled }) => isVisible && isEnabled)
      await until<boolean>(`empty ${selector}`, emptyField(selector), Boolean)
      await until<boolean>(`fill ${selector}`, typeText(selector, value), Boolean)
    },
    async press(key) {
      const keys = key.split('+')
      await limited(`press ${key}`, driver.press(keys.slice(0, -1), keys.at(-1) ?? ''))
    },
    async waitFor(selector, { text, gone = false } = {}) {
      await find(gone ? 'no more' : 'wait for', selector, text, ({ isVisible }) => isVisible !== gone)
    },
    async text(selector) {
      const { text } = await find('text of', selector, undefined, ({ isVisible }) => isVisible)
      return text
    },
    evaluate: (expression) => limited(expression, driver.evaluate(expression)),
    async setFiles(selector, files) {
      const isThere = `document.querySelector(${JSON.stringify(selector)})?.disabled === false`
      await until<boolean>(`files of ${selector}`, isThere, Boolean)
      await limited(`files of ${selector}`, driver.setFiles(selector, files))
    },
    screenshot: (file) => limited('screenshot', driver.screenshot(file)),
    complaints: () => [...complaints],
    close: () => limited('close', driver.close()),
  }
}

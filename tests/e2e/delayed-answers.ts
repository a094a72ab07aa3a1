import type { Page } from 'playwright-core'
import { untilLive } from './browser.ts'

/** Requests of a page after hydration: the session and data of its user. */
const ANSWERS = /\/(?:v1|bff)\//

export interface DelayedAnswers {
  /** Resolves when all answers so far have arrived and are painted. */
  allShown(): Promise<void>
}

/**
 * Delays every answer until the shared page is hydrated and painted, as on a busy machine or a slow network. Layout
 * shifts by late answers are then measured on a fast machine too.
 */
export async function delayAnswers(page: Page): Promise<DelayedAnswers> {
  let waiting = 0
  await page.route(ANSWERS, async (route) => {
    waiting += 1
    try {
      await untilLive(page)
      await waitForPaint(page)
      await route.continue()
      await (await route.request().response())?.finished()
    } catch {
      // The page has navigated, which aborts this request.
    } finally {
      waiting -= 1
    }
  })
  return {
    async allShown() {
      do await waitForPaint(page)
      while (waiting > 0)
    },
  }
}

async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
}

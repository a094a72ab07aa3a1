import type { Page } from 'playwright-core'
import { untilLive } from './browser.ts'

/** What a page asks for once it is there: who reads, and what is this reader's. */
const ANSWERS = /\/(?:v1|bff)\//

export interface DelayedAnswers {
  /** Done when everything that was asked for so far is there, and painted. */
  allShown(): Promise<void>
}

/**
 * Holds every answer back until the page that is the same for everybody has come to life and been painted, as it is on
 * a busy machine or a slow network. So what an answer moves is seen to move, however fast this machine is.
 */
export async function delayAnswers(page: Page): Promise<DelayedAnswers> {
  let waiting = 0
  await page.route(ANSWERS, async (route) => {
    waiting += 1
    try {
      await untilLive(page)
      await painted(page)
      await route.continue()
      await (await route.request().response())?.finished()
    } catch {
      // The next page has been opened, and nobody waits for this one.
    } finally {
      waiting -= 1
    }
  })
  return {
    async allShown() {
      do await painted(page)
      while (waiting > 0)
    },
  }
}

async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
}

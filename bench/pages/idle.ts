import { setTimeout as wait } from 'node:timers/promises'
import { type CDPSession, chromium } from 'playwright-core'
import { sum } from '../measuring/bench.ts'

/** Until endless animations have stopped (`lib/use-resting.ts`). ms */
const SETTLE_MS = 45_000
const IDLE_MS = 60_000

/**
 * Measures what a page costs that nobody touches.
 * @param port of DevTools
 * @returns processor time of the page's process, over a minute, as part of one core
 */
export async function measureIdle(url: string, port: number): Promise<number> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await (await browser.newContext()).newPage()
  try {
    await page.goto(url, { waitUntil: 'networkidle' })
    await wait(SETTLE_MS)
    const devTools = await browser.newBrowserCDPSession()
    const before = await readRendererSeconds(devTools)
    await wait(IDLE_MS)
    return ((await readRendererSeconds(devTools)) - before) / (IDLE_MS / 1000)
  } finally {
    await page.context().close()
    await browser.close()
  }
}

/** Returns the processor time of all pages' processes since they started. s */
async function readRendererSeconds(devTools: CDPSession): Promise<number> {
  const { processInfo } = await devTools.send('SystemInfo.getProcessInfo')
  return sum(processInfo.filter(({ type }) => type === 'renderer').map(({ cpuTime }) => cpuTime))
}

// `npm run screenshots [WORD…]`: takes screenshots of every public page, light, dark and in elder mode, wide and narrow,
// into screenshots/LOOK-WIDTH/; with words, only of pages whose path contains one of them. Starts its own site with demo
// content on free ports. Exit 1 when a page could not be drawn.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { launchBrowser, openWatchedPage } from '../tests/e2e/browser.ts'
import { LOOKS, type Look, listPublicPages, storeLook, type VisitedPage } from '../tests/e2e/public-pages.ts'
import { startSite } from '../tests/e2e/running-site.ts'
import { ensureChromium } from './checks/chromium.ts'
import { getRepositoryPath } from './repository.ts'
import { ensureWebBuilt } from './web-build/build-web.ts'

const WIDTHS_PX = [1440, 390]
/** Step of scrolling: pictures below the fold are loaded lazily. */
const STEP_PX = 800

const words = process.argv.slice(2)

if (await ensureWebBuilt()) await drawAll()
else process.exitCode = 1

async function drawAll(): Promise<void> {
  process.env.CHROMIUM_PATH = await ensureChromium()
  const site = await startSite()
  const browser = await launchBrowser()
  try {
    const pages = (await listPublicPages(site.url)).filter(isWanted)
    const looks = LOOKS.flatMap((look) => WIDTHS_PX.map((widthPx) => ({ look, widthPx })))
    await Promise.all(looks.map(({ look, widthPx }) => drawLook(browser, site.url, pages, look, widthPx)))
    console.log(`${pages.length * looks.length} pictures in ${getRepositoryPath('screenshots')}`)
  } finally {
    await browser.close()
    await site.close()
  }
}

function isWanted({ path: address }: VisitedPage): boolean {
  return words.length === 0 || words.some((word) => address.includes(word))
}

async function drawLook(browser: Browser, siteUrl: string, pages: VisitedPage[], look: Look, widthPx: number) {
  const folder = getRepositoryPath(`screenshots/${look}-${widthPx}`)
  mkdirSync(folder, { recursive: true })
  const { page, context } = await openWatchedPage(browser, { widthPx })
  await context.addInitScript(storeLook, look)
  // Animations are stopped, so that screenshots of different days can be compared.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const { path: address } of pages) {
    await page.goto(siteUrl + address, { waitUntil: 'networkidle' })
    await page.evaluate(async (stepPx) => {
      for (let y = 0; y < document.documentElement.scrollHeight; y += stepPx) {
        scrollTo(0, y)
        await new Promise(requestAnimationFrame)
      }
      scrollTo(0, 0)
    }, STEP_PX)
    await page.waitForLoadState('networkidle')
    if (look === 'elder') await page.evaluate(layToolbarAtEnd)
    await page.screenshot({ path: path.join(folder, `${toFileName(address)}.png`), fullPage: true })
  }
  await context.close()
}

/**
 * Moves the toolbar to the end: it sticks to the lower edge of the screen, and would cover the middle of a full-page
 * screenshot.
 */
function layToolbarAtEnd(): void {
  const { style } = document.querySelector<HTMLElement>('aside[aria-label="快捷工具"]') ?? document.body
  style.position = 'relative'
  style.marginBlockStart = 'calc(-1 * var(--toolbar-bar))'
}

/** Converts an address to a file name: `/tags?categoryId=32` → `tags-32`, `/` → `home`. */
function toFileName(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const parts = [...pathname.split('/'), ...searchParams.values()].filter(Boolean)
  return parts.join('-') || 'home'
}

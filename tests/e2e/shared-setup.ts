import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { LAUNCH_OPTIONS } from './browser.ts'
import { startSite } from './running-site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the browser that all suites share, each with its own contexts. */
    browserUrl: string
    /** Address of the site that read-only suites share. */
    siteUrl: string
  }
}

/** Vitest global set-up of the browser tests: one browser, and one site for the suites that only read. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [browser, site] = await Promise.all([chromium.launchServer(LAUNCH_OPTIONS), startSite()])
  project.provide('browserUrl', browser.wsEndpoint())
  project.provide('siteUrl', site.url)
  return async () => {
    await browser.close()
    await site.close()
  }
}

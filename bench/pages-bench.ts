import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../scripts/free-port.ts'
import { publicPages } from '../tests/e2e/public-pages.ts'
import { HttpServers } from './http/servers.ts'
import type { BenchRow } from './measuring/bench-row.ts'
import { buildWeb } from './measuring/web-build.ts'
import { type DrivenBrowser, startBrowser } from './pages/browser.ts'
import { measurePage } from './pages/lighthouse.ts'
import { type MeasuredPage, pageRows } from './pages/rows.ts'

export const name = 'pages'

/** Of each page's values the median counts. */
const RUNS = 3

/**
 * Lighthouse, as a phone, on every public address of the site as it is in operation. `--runs=1` is quicker and less
 * sure; `--only=/gem,/article` measures the addresses that begin so, and `--only=/` the home page alone.
 */
export async function run(): Promise<BenchRow[]> {
  await buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'portal-pages-bench-'))
  const servers = new HttpServers(folder)
  let browser: DrivenBrowser | undefined
  try {
    const upstream = await servers.startUpstream({ DEMO_CONTENT: 'on' })
    // An address that browsers trust like HTTPS.
    const port = await findFreePort()
    const site = await servers.startSite(upstream, {
      ...{ PORT: String(port), PUBLIC_ORIGIN: `http://127.0.0.1:${port}` },
      ...{ EMBEDDED_UPSTREAM: '1', TRUST_PROXY: '0' },
    })
    browser = await startBrowser()
    const measured: MeasuredPage[] = []
    for (const path of await chosenPaths(site.url)) {
      measured.push({ path, runs: await runsOf(site.url + path, browser.port) })
      showFaults(measured.at(-1))
    }
    return pageRows(measured)
  } finally {
    await browser?.stop()
    await servers.stopAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All but the page that is none: what Lighthouse says of a 404 is that it is one. */
async function chosenPaths(siteUrl: string): Promise<string[]> {
  const pages = await publicPages(siteUrl)
  const paths = pages.filter(({ status }) => status === undefined).map(({ path }) => path)
  const only = option('only')?.split(',')
  if (!only) return paths
  return paths.filter((path) => only.some((start) => (start === '/' ? path === '/' : path.startsWith(start))))
}

async function runsOf(url: string, port: number) {
  // The site has been visited before: nobody's first page is the first that the server ever makes.
  await (await fetch(url)).text()
  const runs = []
  for (let count = Number(option('runs') ?? RUNS); count > 0; count -= 1) runs.push(await measurePage(url, port))
  return runs
}

function showFaults(page: MeasuredPage | undefined): void {
  const faults = new Set(page?.runs.flatMap(({ faults }) => faults))
  for (const fault of faults) console.log(`  ${page?.path}: ${fault}`)
}

function option(wanted: string): string | undefined {
  const start = `--${wanted}=`
  return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length)
}

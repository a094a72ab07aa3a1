import { mkdtempSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../scripts/repository.ts'
import { findFreePort } from '../scripts/servers/free-port.ts'
import { listPublicPages } from '../tests/e2e/public-pages.ts'
import { HttpServers } from './http/servers.ts'
import { type BenchRow, buildWeb, readOption, runInTempFolder } from './measuring/bench.ts'
import { type DrivenBrowser, startBrowser } from './pages/browser.ts'
import { measureIdle } from './pages/idle.ts'
import { measurePage } from './pages/lighthouse.ts'
import { type MeasuredPage, makeComparisonRows, makeIdleRow, makePageRows, type Visit } from './pages/rows.ts'
import { measureThread } from './pages/thread-time.ts'

export const name = 'pages'

/** Number of runs per page, of which the median counts. */
const RUNS = 3

/**
 * Runs Lighthouse, as a phone, on every public address of the site as in production, and adds up the processor time of
 * its main thread. `--runs=1` is faster and less
 * certain; `--only=/gem,/article` measures the addresses that begin so, and `--only=/` the home page alone.
 * `--against=FOLDER` alternates with another checkout, installed and built, and compares the two; `--against=URL` with any
 * other site, at those of our addresses that it has.
 */
export async function run(): Promise<BenchRow[]> {
  await buildWeb()
  return runInTempFolder('pages-bench', measure)
}

async function measure(folder: string): Promise<BenchRow[]> {
  const against = readOption('against')
  const otherUrl = against && URL.canParse(against) ? new URL(against).origin : undefined
  const checkouts = [root, ...(against && !otherUrl ? [resolve(against)] : [])]
  const servers = checkouts.map((checkout, index) => new HttpServers(mkdtempSync(join(folder, `${index}-`)), checkout))
  let browser: DrivenBrowser | undefined
  try {
    const siteUrls: string[] = []
    for (const each of servers) siteUrls.push(await startSite(each))
    if (otherUrl) siteUrls.push(otherUrl)
    browser = await startBrowser()
    const measured: MeasuredPage[][] = siteUrls.map(() => [])
    for (const path of await choosePaths(siteUrls[0] ?? '')) {
      if (!(await hasPage(siteUrls.at(-1) + path))) {
        console.log(`  ${path}: the other site has no such page`)
        continue
      }
      const runs = await runAlternately(siteUrls, path, browser.port)
      for (const [index, pages] of measured.entries()) pages.push({ path, runs: runs[index] ?? [] })
      console.log(
        `  ${path}: blocked for ${runs.map((of) => of.map(({ tbtMs }) => tbtMs.toFixed(0))).join(' against ')} ms`,
      )
      showFaults(measured[0]?.at(-1))
    }
    const [ours = [], theirs] = measured
    if (theirs) return makeComparisonRows(ours, theirs)
    const idle = await measureIdle(siteUrls[0] ?? '', browser.port)
    return [...makePageRows(ours), makeIdleRow(idle)]
  } finally {
    await browser?.stop()
    for (const each of servers) await each.stopAll()
  }
}

async function startSite(servers: HttpServers): Promise<string> {
  const upstream = await servers.startUpstream({ DEMO_CONTENT: 'on' })
  // Browsers trust this address like HTTPS.
  const port = await findFreePort()
  const site = await servers.startSite(upstream, {
    PORT: String(port),
    PUBLIC_ORIGIN: `http://127.0.0.1:${port}`,
    EMBEDDED_UPSTREAM: '1',
    TRUST_PROXY: '0',
  })
  return site.url
}

/** Returns all addresses but the not-found page: Lighthouse only reports its status. */
async function choosePaths(siteUrl: string): Promise<string[]> {
  const pages = await listPublicPages(siteUrl)
  const paths = pages.filter(({ status }) => status === undefined).map(({ path }) => path)
  const only = readOption('only')?.split(',')
  if (!only) return paths
  return paths.filter((path) => only.some((start) => (start === '/' ? path === '/' : path.startsWith(start))))
}

async function hasPage(url: string): Promise<boolean> {
  const answer = await fetch(url)
  await answer.text()
  return answer.ok
}

/** @returns the runs of each site */
async function runAlternately(siteUrls: readonly string[], path: string, port: number): Promise<Visit[][]> {
  // The request warms the caches, as in production.
  for (const url of siteUrls) await hasPage(url + path)
  const runs: Visit[][] = siteUrls.map(() => [])
  for (let count = Number(readOption('runs') ?? RUNS); count > 0; count -= 1) {
    for (const [index, url] of siteUrls.entries())
      runs[index]?.push({ ...(await measurePage(url + path, port)), ...(await measureThread(url + path, port)) })
  }
  return runs
}

function showFaults(page: MeasuredPage | undefined): void {
  const faults = new Set(page?.runs.flatMap(({ faults }) => faults))
  for (const fault of faults) console.log(`  ${page?.path}: ${fault}`)
}

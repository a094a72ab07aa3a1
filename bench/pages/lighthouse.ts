import type { Result } from 'lighthouse'
import { sum } from '../measuring/bench.ts'

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
export type Category = (typeof CATEGORIES)[number]

/** Result of one Lighthouse run. */
export interface PageMeasure {
  /** Scores from 0 to 100. */
  scores: Record<Category, number>
  /** Largest contentful paint on a slow phone. ms */
  lcpMs: number
  /** Total blocking time on a slow phone. ms */
  tbtMs: number
  cls: number
  /** Transferred bytes of all requests. */
  bytes: number
  scriptBytes: number
  requests: number
  /** Other hosts that the page requested. */
  foreignOrigins: string[]
  /** Failed audits of the last three categories. */
  faults: string[]
}

/**
 * Visits a page as a phone on a slow network: Lighthouse measures transfers and processor time, and computes the times
 * of a Moto G Power on slow 4G (simulated throttling).
 */
export async function measurePage(url: string, port: number): Promise<PageMeasure> {
  const lhr = await visit(url, port)
  const requests = listRequests(lhr)
  const readNumber = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, readScore(lhr, name)])) as Record<Category, number>,
    lcpMs: readNumber('largest-contentful-paint'),
    tbtMs: readNumber('total-blocking-time'),
    cls: readNumber('cumulative-layout-shift'),
    bytes: sum(requests.map(({ transferSize }) => transferSize)),
    scriptBytes: sum(requests.filter(({ resourceType }) => resourceType === 'Script').map((one) => one.transferSize)),
    requests: requests.length,
    foreignOrigins: [...new Set(requests.map((one) => new URL(one.url).origin))].filter(
      (origin) => origin !== new URL(url).origin && origin !== 'null',
    ),
    faults: CATEGORIES.flatMap((name) => (name === 'performance' ? [] : listFaults(lhr, name))),
  }
}

/**
 * The trace of a visit is sometimes incomplete on a busy machine: a second visit saves the forty minutes of the whole
 * run.
 */
async function visit(url: string, port: number, isLast = false): Promise<Result> {
  const { default: lighthouse } = await import('lighthouse')
  const outcome = await lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES] })
  if (!outcome) throw new Error(`Lighthouse gave no result for ${url}`)
  const { runtimeError } = outcome.lhr
  if (!runtimeError) return outcome.lhr
  if (isLast) throw new Error(`${url}: ${runtimeError.message}`)
  return visit(url, port, true)
}

function listRequests(lhr: Result) {
  const details = lhr.audits['network-requests']?.details
  const items = details?.type === 'table' ? details.items : []
  return items.map(({ url, transferSize, resourceType }) => ({
    url: String(url),
    transferSize: Number(transferSize),
    resourceType: String(resourceType),
  }))
}

/** Returns a score in whole points, as Lighthouse shows it. */
function readScore(lhr: Result, name: Category): number {
  return Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100)
}

function listFaults(lhr: Result, name: Category): string[] {
  const counted = lhr.categories[name]?.auditRefs.filter(({ weight }) => weight > 0) ?? []
  return counted.flatMap(({ id }) => {
    const audit = lhr.audits[id]
    return audit && audit.score !== null && audit.score < 1 ? [`${id}: ${audit.title}`] : []
  })
}

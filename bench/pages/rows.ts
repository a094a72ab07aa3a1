import { type BenchRow, getMedian, sum } from '../measuring/bench.ts'
import { CATEGORIES, type Category, type PageMeasure } from './lighthouse.ts'
import { type ThreadTime, WORKS, type Work } from './thread-time.ts'

/** One visit by Lighthouse, and one for the processor time of the main thread. */
export type Visit = PageMeasure & ThreadTime

/** One address with its runs. */
export interface MeasuredPage {
  path: string
  runs: Visit[]
}

/** Minimum scores of every page. */
const SCORES_MIN: Record<Category, number> = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const LCP_MAX_MS = 1200
const TBT_MAX_MS = 50
const CLS_MAX = 0.01
const IDLE_MAX_PERCENT = 0.5

/** Returns a row for each address, and one for each target with the page that is furthest from it. */
export function makePageRows(pages: readonly MeasuredPage[]): BenchRow[] {
  const medians = pages.map(({ path, runs }) => ({ path, ...takeMedians(runs) }))
  const findWorst = (
    name: string,
    unit: string,
    target: string,
    getAmount: (page: (typeof medians)[number]) => number,
    isBetterHigh = false,
  ): BenchRow => {
    const sorted = medians.toSorted((a, b) => (getAmount(a) - getAmount(b)) * (isBetterHigh ? 1 : -1))
    const [page] = sorted
    return { name, value: page ? getAmount(page) : Number.NaN, unit, note: `${target}; ${page?.path}` }
  }
  return [
    ...medians.map(toRow),
    ...CATEGORIES.map((name) =>
      findWorst(`${name}, lowest`, 'points', `at least ${SCORES_MIN[name]}`, ({ scores }) => scores[name], true),
    ),
    findWorst('largest contentful paint, longest', 'ms', `at most ${LCP_MAX_MS}`, ({ lcpMs }) => lcpMs),
    findWorst('total blocking time, longest', 'ms', `at most ${TBT_MAX_MS}`, ({ tbtMs }) => tbtMs),
    findWorst('layout shift, most', '', `at most ${CLS_MAX}`, ({ cls }) => cls),
    findWorst('sent, most', 'bytes', 'everything the page asks for', ({ bytes }) => bytes),
    findWorst('other origins, most', 'origins', 'none', ({ foreignOrigins }) => foreignOrigins.length),
  ]
}

/** @param cores part of a core */
export function makeIdleRow(cores: number): BenchRow {
  return { name: 'front page, untouched', value: cores * 100, unit: '% of a core', note: `at most ${IDLE_MAX_PERCENT}` }
}

/** Returns a row for each address: work of the main thread relative to another site that was measured alternately with ours. */
export function makeComparisonRows(ours: readonly MeasuredPage[], theirs: readonly MeasuredPage[]): BenchRow[] {
  return ours.map(({ path, runs }, index) => {
    const [our, their] = [takeMedians(runs), takeMedians(theirs[index]?.runs ?? [])]
    const [ourWork, theirWork] = [our, their].map(({ work }) => sum(Object.values(work))) as [number, number]
    const note = [
      `main thread ${ourWork.toFixed(0)} to ${theirWork.toFixed(0)} ms, blocking ${our.blockingMs.toFixed(0)} to ${their.blockingMs.toFixed(0)} ms`,
      `TBT ${our.tbtMs.toFixed(0)} to ${their.tbtMs.toFixed(0)} ms`,
      `LCP ${(our.lcpMs / 1000).toFixed(2)} to ${(their.lcpMs / 1000).toFixed(2)} s`,
      `performance ${our.scores.performance} to ${their.scores.performance}`,
      `scripts ${(our.scriptBytes / 1000).toFixed(0)} to ${(their.scriptBytes / 1000).toFixed(0)} kB`,
    ]
    return { name: path, value: ourWork / theirWork, unit: '× main thread', note: note.join(' · ') }
  })
}

function toRow(page: Visit & { path: string }): BenchRow {
  const { scores, lcpMs, tbtMs, cls, work, blockingMs, bytes, scriptBytes, requests, foreignOrigins } = page
  const rest = [
    `accessibility ${scores.accessibility}, best practices ${scores['best-practices']}, SEO ${scores.seo}`,
    `LCP ${(lcpMs / 1000).toFixed(2)} s, TBT ${tbtMs.toFixed(0)} ms, CLS ${cls.toFixed(3)}`,
    `main thread ${WORKS.map((kind) => `${kind} ${work[kind].toFixed(0)}`).join(' + ')} ms, blocking ${blockingMs.toFixed(0)} ms`,
    `${(bytes / 1000).toFixed(0)} kB in ${requests} requests, ${(scriptBytes / 1000).toFixed(0)} kB of scripts`,
    ...foreignOrigins.map((origin) => `ASKS ${origin}`),
  ]
  return { name: page.path, value: scores.performance, unit: 'performance', note: rest.join(' · ') }
}

/** Returns the median of each value, and the union of each list. */
function takeMedians(runs: readonly Visit[]): Visit {
  const takeMedian = (getAmount: (run: Visit) => number) => getMedian(runs.map(getAmount))
  const joinLists = (getList: (run: Visit) => string[]) => [...new Set(runs.flatMap(getList))]
  return {
    scores: Object.fromEntries(CATEGORIES.map((name) => [name, takeMedian(({ scores }) => scores[name])])) as Record<
      Category,
      number
    >,
    work: Object.fromEntries(WORKS.map((kind) => [kind, takeMedian(({ work }) => work[kind])])) as Record<Work, number>,
    lcpMs: takeMedian(({ lcpMs }) => lcpMs),
    tbtMs: takeMedian(({ tbtMs }) => tbtMs),
    blockingMs: takeMedian(({ blockingMs }) => blockingMs),
    cls: takeMedian(({ cls }) => cls),
    bytes: takeMedian(({ bytes }) => bytes),
    scriptBytes: takeMedian(({ scriptBytes }) => scriptBytes),
    requests: takeMedian(({ requests }) => requests),
    foreignOrigins: joinLists(({ foreignOrigins }) => foreignOrigins),
    faults: joinLists(({ faults }) => faults),
  }
}

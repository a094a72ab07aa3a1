import { type Browser, type CDPSession, chromium } from 'playwright-core'
import { sum } from '../measuring/bench.ts'

/** Kinds of work of the main thread, with the names of Chromium's trace events. The first kind that matches counts. */
const KINDS = {
  compiling: /^(?:V8\.(?:Parse|Compile|PreParse|Collect|Finalize|OffThread)|v8\.compile)/,
  documents: /^(?:ParseHTML|DecodedData|HTMLDocument|DocumentLoader|ContextCreated|V8\.Deserialize|InstallConditional)/,
  scripts:
    /^(?:FunctionCall|v8\.|V8\.|EvaluateScript|TimerFire|FireAnimationFrame|EventDispatch|M(?:in|aj)orGC|BlinkScheduler_Perform)/,
  layout: /^(?:Layout|UpdateLayoutTree|PrePaint|Paint|Layerize|Commit$|ParseAuthorStyleSheet|HitTest)/,
  browser: /./,
} as const
export type Work = keyof typeof KINDS
export const WORKS = Object.keys(KINDS) as Work[]

/** Processor time of a main thread during a visit. */
export interface ThreadTime {
  /** Time of each kind. ms */
  work: Record<Work, number>
  /** Time of tasks after the first paint beyond 50 ms, on a processor of a quarter of the speed. ms */
  blockingMs: number
}

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8']
const MORE_CATEGORIES = ['disabled-by-default-v8.compile', 'blink.user_timing', 'loading']
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
/** Time for the work after the load. ms */
const AFTER_MS = 4_000
const SLOWDOWN = 4
const LONG_TASK_MS = 50

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  /** µs */
  ts: number
  dur?: number
  /** CPU time of the thread. µs */
  tdur?: number
  args?: { data?: { documentLoaderURL?: string } }
}

/**
 * Visits a page as a phone and adds up the processor time of its main thread, which the work of other programs does not
 * lengthen.
 * @param port of DevTools
 */
export async function measureThread(url: string, port: number): Promise<ThreadTime> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    return addUp(await trace(browser, url), url)
  } finally {
    await browser.close()
  }
}

async function trace(browser: Browser, url: string): Promise<TraceEvent[]> {
  const devTools: CDPSession = await browser.newBrowserCDPSession()
  const events: TraceEvent[] = []
  // The protocol types each event as a record of texts.
  devTools.on('Tracing.dataCollected', ({ value }: { value: readonly object[] }) => {
    events.push(...(value as TraceEvent[]))
  })
  const ended = new Promise<void>((resolve) => devTools.once('Tracing.tracingComplete', () => resolve()))
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const includedCategories = [...CATEGORIES, ...MORE_CATEGORIES]
  await devTools.send('Tracing.start', { traceConfig: { includedCategories, excludedCategories: ['*'] } })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(AFTER_MS)
  await devTools.send('Tracing.end')
  await ended
  await context.close()
  return events
}

function addUp(events: readonly TraceEvent[], url: string): ThreadTime {
  const start = events.findLast(({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL === url)
  if (!start) throw new Error(`the trace has no navigation to ${url}`)
  const isOwn = ({ pid, tid, ts }: TraceEvent) => pid === start.pid && tid === start.tid && ts >= start.ts
  const paintAt = events.find((event) => event.name === 'firstContentfulPaint' && isOwn(event))?.ts ?? start.ts
  const own = events
    .filter((event) => event.ph === 'X' && isOwn(event))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const work: Record<Work, number> = { compiling: 0, documents: 0, scripts: 0, layout: 0, browser: 0 }
  const tasks: number[] = []
  const open: { until: number; kind: Work }[] = []
  for (const { name, ts, dur = 0, tdur = 0 } of own) {
    while ((open.at(-1)?.until ?? Number.POSITIVE_INFINITY) <= ts) open.pop()
    const kind = WORKS.find((one) => KINDS[one].test(name)) ?? 'browser'
    const parent = open.at(-1)
    // The time of an event includes that of the events within it.
    if (parent) work[parent.kind] -= tdur / 1000
    else if (ts >= paintAt) tasks.push(tdur / 1000)
    work[kind] += tdur / 1000
    open.push({ until: ts + dur, kind })
  }
  return { work, blockingMs: sum(tasks.map((ms) => Math.max(0, ms * SLOWDOWN - LONG_TASK_MS))) }
}

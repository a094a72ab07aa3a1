import { TaskFailed } from '@portal/server/worker-pool.ts'
import { Registry } from 'prom-client'
import { afterEach, expect, it } from 'vitest'
import { createCleaningMetrics } from '#observability/cleaning-metrics.ts'
import { type AnswerCleaning, createAnswerCleaning, createCleaningPool } from './answer-cleaning.ts'
import { cleanOnce } from './clean-html.ts'
import type { HtmlText } from './clean-worker.ts'
import type { CleaningPool } from './cleaning-lane.ts'

const ORIGIN = 'https://site.test'
const VISITOR = { session: null, address: '10.0.0.1' }
const JADE = { session: { userId: '玉声' }, address: '10.0.0.2' }
const PEARL = { session: { userId: '珠圆' }, address: '10.0.0.2' }
const makeLongText = (name: string): HtmlText => ({ kind: 'article', html: `<p onclick="x()">${name}</p>`.repeat(200) })
const cleanDirectly = ({ kind, html }: HtmlText) => cleanOnce(kind, html, ORIGIN)

let cleaning: AnswerCleaning | undefined
afterEach(async () => {
  await cleaning?.close()
  cleaning = undefined
})

/** Makes pools that sanitise in this thread, with a cost and a delay that the test sets. */
function makeCleaning(cost = { ms: 0 }, before: (texts: readonly HtmlText[]) => Promise<unknown> = async () => 0) {
  const clock = { nowMs: 0 }
  const runs: (readonly HtmlText[])[][] = []
  const makePool = (): CleaningPool => {
    const ran: (readonly HtmlText[])[] = []
    runs.push(ran)
    return {
      async run(texts) {
        ran.push(texts)
        await before(texts)
        return { result: texts.map(cleanDirectly), costMs: cost.ms }
      },
      close: async () => undefined,
    }
  }
  const metrics = createCleaningMetrics(new Registry())
  const { clean, cleanNow } = createAnswerCleaning({ origin: ORIGIN, metrics, now: () => clock.nowMs, makePool })
  const [pages = [], accounts = []] = runs
  return { clock, pages, accounts, clean, cleanNow }
}

it('gives the same result in a worker thread as in this one', async () => {
  cleaning = createAnswerCleaning({
    origin: ORIGIN,
    metrics: createCleaningMetrics(new Registry()),
    now: Date.now,
    makePool: () => createCleaningPool(ORIGIN, { threads: 1, waitMs: 30_000, deadlineMs: 30_000 }),
  })
  const texts: HtmlText[] = [
    { kind: 'inline', html: '没有标记' },
    makeLongText('甲'),
    { kind: 'comment', html: '<script>x</script>乙<img src="https://site.test/logout">' },
    makeLongText('甲'),
  ]
  const expected = ['没有标记', cleanDirectly(makeLongText('甲')), '乙', cleanDirectly(makeLongText('甲'))]
  expect(await cleaning.clean(texts, VISITOR)).toEqual(expected)
  expect(await cleaning.clean(texts, JADE)).toEqual(expected)
})

it('uses no thread for short HTML, plain text and cached results', async () => {
  const { clean, cleanNow, pages, accounts } = makeCleaning()
  expect(await clean([{ kind: 'article', html: '<p onclick="x()">短</p>' }], VISITOR)).toEqual(['<p>短</p>'])
  expect(await clean([{ kind: 'article', html: '字'.repeat(50_000) }], VISITOR)).toEqual(['字'.repeat(50_000)])
  expect([pages.length, accounts.length]).toEqual([0, 0])
  await clean([makeLongText('甲')], VISITOR)
  await clean([makeLongText('甲'), { kind: 'inline', html: '<i>短</i>' }], JADE)
  expect(cleanNow('article', makeLongText('甲').html)).toBe(cleanDirectly(makeLongText('甲')))
  expect([pages.length, accounts.length]).toEqual([1, 0])
  // Many short texts together exceed the threshold.
  await clean(
    Array.from({ length: 200 }, (_, nth) => ({ kind: 'comment', html: `<p>一条不长的评论 ${nth}</p>` })),
    VISITOR,
  )
  expect(pages.length).toBe(2)
})

it('returns long texts that do not fit into its cache', async () => {
  const { clean } = makeCleaning()
  const texts = ['甲', '乙'].map(
    (name): HtmlText => ({ kind: 'article', html: `<p>${name}</p>${'&'.repeat(2_500_000)}` }),
  )
  const cleaned = await clean(texts, VISITOR)
  expect(cleaned.map((html) => [html.slice(0, 8), html.length])).toEqual([
    ['<p>甲</p>', 12_500_008],
    ['<p>乙</p>', 12_500_008],
  ])
})

it('sanitises public answers while the queue of an account is full', async () => {
  const { clean, accounts, pages } = makeCleaning({ ms: 0 }, ([text]) =>
    text?.html.includes('慢') ? new Promise(() => undefined) : Promise.resolve(),
  )
  const waiting = Array.from({ length: 17 }, (_, nth) => clean([makeLongText(`慢${nth}`)], JADE))
  await expect(clean([makeLongText('慢')], JADE)).rejects.toMatchObject({ code: 429, retryAfterSeconds: 1 })
  expect(await clean([makeLongText('公开')], VISITOR)).toEqual([cleanDirectly(makeLongText('公开'))])
  expect(await clean([makeLongText('别人的')], PEARL)).toEqual([cleanDirectly(makeLongText('别人的'))])
  expect([accounts.length, pages.length, waiting.length]).toEqual([2, 1, 17])
})

it('charges an account for the cost of its answers, but not for public answers', async () => {
  const { clean, clock } = makeCleaning({ ms: 2_500 })
  await clean([makeLongText('甲')], JADE)
  await clean([makeLongText('乙')], JADE)
  await expect(clean([makeLongText('丙')], JADE)).rejects.toMatchObject({ code: 429, retryAfterSeconds: 1 })
  await clean([makeLongText('丁')], PEARL)
  for (const name of ['戊', '己', '庚', '辛']) await clean([makeLongText(name)], VISITOR)
  expect(await clean([makeLongText('甲')], JADE)).toHaveLength(1)
  clock.nowMs += 1_000
  await clean([makeLongText('丙')], JADE)
})

it('sanitises the same answer once for concurrent requests', async () => {
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const { clean, accounts } = makeCleaning({ ms: 0 }, () => promise)
  const both = [clean([makeLongText('甲')], JADE), clean([makeLongText('甲')], PEARL)]
  await expect.poll(() => accounts.length).toBe(1)
  finish()
  expect(await Promise.all(both)).toEqual([[cleanDirectly(makeLongText('甲'))], [cleanDirectly(makeLongText('甲'))]])
  expect(accounts.length).toBe(1)
})

it.each([
  ['deadline', 502],
  ['died', 502],
  ['busy', 503],
] as const)('answers with an error instead of HTML when a thread fails: %s', async (reason, code) => {
  const { clean, pages, clock } = makeCleaning({ ms: 0 }, () => Promise.reject(new TaskFailed(reason)))
  await expect(clean([makeLongText('甲')], VISITOR)).rejects.toMatchObject({ code })
  await expect(clean([makeLongText('甲')], VISITOR)).rejects.toMatchObject({ code })
  // A text that made its thread fail is not retried for a minute.
  expect(pages.length).toBe(reason === 'busy' ? 2 : 1)
  clock.nowMs += 60_001
  await expect(clean([makeLongText('甲')], VISITOR)).rejects.toMatchObject({ code })
  expect(pages.length).toBe(reason === 'busy' ? 3 : 2)
})

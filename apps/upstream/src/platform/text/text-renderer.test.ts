import { ARTICLE_LIMITS } from '@portal/contract/constants.ts'
import { createWorkerPool, TaskFailed, type WorkerPool } from '@portal/server/worker-pool.ts'
import { afterEach, expect, it, vi } from 'vitest'
import { createTextRenderer, type TextRenderer } from './text-renderer.ts'
import { renderText, type TextResult, type TextTask } from './text-worker.ts'

let texts: TextRenderer | undefined
afterEach(async () => {
  await texts?.close()
  texts = undefined
})

const LONG = `## 谱图\n\n${'一段话。'.repeat(400)}`

/** Renders in this thread, with a cost set by the test. */
function makeRenderer(run: (task: TextTask) => Promise<{ result: TextResult; costMs: number }>) {
  const clock = { nowMs: 0 }
  const ran = vi.fn(run)
  const pool: WorkerPool<TextTask, TextResult> = { run: ran, close: async () => undefined }
  return { clock, ran, texts: createTextRenderer({ now: () => clock.nowMs, pool }) }
}
const renderAtCost = (costMs: number) => async (task: TextTask) => ({ result: renderText(task), costMs })
const failWith = (reason: TaskFailed['reason']) => () => Promise.reject(new TaskFailed(reason))

it('returns the same result from a worker thread as in process', async () => {
  const file = new URL('./text-worker.ts', import.meta.url)
  texts = createTextRenderer({ now: Date.now, pool: createWorkerPool({ file, waitMs: 30_000, deadlineMs: 30_000 }) })
  expect(await texts.renderMarkdown('玉声', LONG)).toEqual(renderText({ kind: 'markdown', text: LONG }))
  expect(await texts.renderUserHtml('玉声', `<b>${'好'.repeat(500)}</b>`)).toBe('好'.repeat(500))
  await expect(texts.renderMarkdown('玉声', '[a](b)'.repeat(ARTICLE_LIMITS.links + 1))).rejects.toMatchObject({
    code: 400,
    message: '链接和图片过多：最多 2000 个，请删减或拆成几篇文章',
  })
})

it('renders short and plain texts without a thread', async () => {
  const { texts, ran } = makeRenderer(renderAtCost(0))
  expect((await texts.renderMarkdown('玉声', '**粗**')).html).toBe('<p><strong>粗</strong></p>\n')
  expect(await texts.renderUserHtml('玉声', '字'.repeat(2000))).toBe('字'.repeat(2000))
  expect(ran).not.toHaveBeenCalled()
  await texts.renderUserHtml('玉声', '<b>'.repeat(500))
  expect(ran).toHaveBeenCalledOnce()
})

it('charges each account with the cost of its texts', async () => {
  const { texts, clock } = makeRenderer(renderAtCost(2_500))
  await texts.renderMarkdown('玉声', LONG)
  await texts.renderMarkdown('玉声', LONG)
  await expect(texts.renderMarkdown('玉声', LONG)).rejects.toMatchObject({ code: 429, retryAfterSeconds: 1 })
  await texts.renderMarkdown('珠圆', LONG)
  await texts.renderMarkdown('玉声', '短')
  clock.nowMs += 1_000
  await texts.renderMarkdown('玉声', LONG)
})

it('charges a lost thread as one second, and explains the refusal', async () => {
  const { texts, ran } = makeRenderer(failWith('deadline'))
  for (let nth = 0; nth < 5; nth += 1) {
    await expect(texts.renderMarkdown('玉声', LONG)).rejects.toMatchObject({ code: 400, message: /^内容过于复杂/ })
  }
  await expect(texts.renderMarkdown('玉声', LONG)).rejects.toMatchObject({ code: 429 })
  expect(ran).toHaveBeenCalledTimes(5)
})

it.each(['busy', 'died'] as const)(
  'answers 503 when the pool is %s, never a text that was not sanitised',
  async (reason) => {
    const { texts } = makeRenderer(failWith(reason))
    const refusal = { code: 503, message: '排版服务繁忙，请稍后重试', retryAfterSeconds: 5 }
    await expect(texts.renderMarkdown('玉声', LONG)).rejects.toMatchObject(refusal)
    await expect(texts.renderUserHtml('玉声', '<b>'.repeat(500))).rejects.toMatchObject(refusal)
  },
)

it('renders one text of an account at a time; two more wait, and a further one is refused', async () => {
  const ends: (() => void)[] = []
  const { texts, ran } = makeRenderer(async (task) => {
    await new Promise<void>((end) => ends.push(end))
    return { result: renderText(task), costMs: 0 }
  })
  const all = Array.from({ length: 3 }, () => texts.renderMarkdown('玉声', LONG))
  const other = texts.renderMarkdown('珠圆', LONG)
  await expect(texts.renderMarkdown('玉声', LONG)).rejects.toMatchObject({ code: 429, retryAfterSeconds: 1 })
  await expect.poll(() => ran).toHaveBeenCalledTimes(2)
  while (ran.mock.calls.length < 4 || ends.length > 0) {
    ends.shift()?.()
    await new Promise((turn) => setImmediate(turn))
  }
  await Promise.all([...all, other])
})

import type { CallKey } from '../../../packages/contract/src/calls.ts'
import { findCall } from '../../../packages/contract/src/calls.ts'
import type { Input, Loose } from '../browser.ts'
import { type CallCheck, type CheckBench, check } from '../call-check.ts'
import { makeSampleInput } from '../sample-input.ts'
import { findNewestArticle } from './article-checks.ts'

/** Makes a submitted article. Returns it with its author and an editor. */
async function submitArticle({ reference }: CheckBench) {
  const [writer, editor] = [await reference.join(), await reference.join('editor')]
  const body = { title: `送审 ${writer.id}`, categoryId: 33, contentMd: '正文', isPublish: 2 }
  const { extra } = await writer.browser.ask('POST /v1/article/', { body })
  return { writer, editor: editor.browser, id: extra.id as number, title: body.title }
}

/** Checks that a call is allowed for editors, and that other members get code -7. */
function checkForEditors(call: CallKey, says: string, run: (bench: CheckBench) => Promise<void>): CallCheck {
  return check(call, `${says}, for editors only (ours)`, 'reference', async (bench) => {
    const input: Input = makeSampleInput(findCall(call))
    bench.see(await (await bench.member()).ask(call, input), { code: -7, message: '无权限', data: null })
    await run(bench)
  })
}

export const reviewChecks: readonly CallCheck[] = [
  checkForEditors('GET /v1/review/articles', 'lists submitted articles', async (bench) => {
    const { editor, id } = await submitArticle(bench)
    const { data } = await editor.ask('GET /v1/review/articles', { query: { pageNo: 1, pageSize: 100 } })
    bench.that(
      data.records.some((row: Loose) => row.id === id),
      'the article is not listed',
    )
  }),

  checkForEditors('GET /v1/review/article', 'returns one with its text', async (bench) => {
    const { editor, id, title } = await submitArticle(bench)
    const { data } = await editor.ask('GET /v1/review/article', { query: { id } })
    bench.see(data, { id, title, content: /正文/ }, 'data')
  }),

  checkForEditors('POST /v1/review/article', 'publishes it and notifies the author', async (bench) => {
    const { writer, editor, id, title } = await submitArticle(bench)
    const body = { id, decision: 'publish', note: '写得清楚' }
    bench.see(await editor.ask('POST /v1/review/article', { body }), { code: 200, data: null })
    const { data } = await bench.visitor().ask('GET /v1/article/info', { query: { id } })
    bench.see(data, { title, isPublish: 1 }, 'the article')
    const notices = await writer.browser.ask('GET /v1/im/getMessageNotice', { query: { type: 0 } })
    bench.see(notices.data.records[0], { articleId: id, content: /写得清楚/ }, 'the notice')
  }),

  checkForEditors('POST /v1/review/article', 'publishes it in another category', async (bench) => {
    const { editor, id } = await submitArticle(bench)
    const decide = (categoryId: number) =>
      editor.ask('POST /v1/review/article', { body: { id, decision: 'publish', categoryId } })
    bench.see(await decide(999), { code: 400, data: null })
    bench.see(await decide(32), { code: 200, data: null })
    const { data } = await bench.visitor().ask('GET /v1/article/info', { query: { id } })
    bench.see(data, { category: { id: 32 } }, 'the article')
  }),

  checkForEditors('POST /v1/review/article', 'unpublishes it with a reason, and publishes it again', async (bench) => {
    const { writer, editor, id, title } = await submitArticle(bench)
    const decide = (decision: string, note?: string) =>
      editor.ask('POST /v1/review/article', { body: { id, decision, ...(note && { note }) } })
    const fetchSeen = async () =>
      (await bench.visitor().ask('GET /v1/article/info', { query: { id } })).data?.title ?? null
    await decide('publish')
    bench.see(await fetchSeen(), title, 'what a visitor sees')
    bench.see(await decide('takeOff'), { code: 400, data: null })
    bench.see(await decide('takeOff', '数据有误'), { code: 200, data: null })
    // Its cached responses are invalidated at once.
    bench.see(await fetchSeen(), null, 'what a visitor sees of it off the shelf')
    const notices = await writer.browser.ask('GET /v1/im/getMessageNotice', { query: { type: 0 } })
    bench.see(notices.data.records[0], { articleId: id, content: /数据有误/ }, 'the notice')
    bench.see(await decide('putBack'), { code: 200, data: null })
    bench.see(await fetchSeen(), title, 'what a visitor sees of it when it is back')
    bench.see(await decide('putBack'), { code: 500, data: null })
  }),

  checkForEditors('GET /v1/review/offShelf', 'lists unpublished articles', async (bench) => {
    const { editor, id } = await submitArticle(bench)
    for (const decision of ['publish', 'takeOff']) {
      await editor.ask('POST /v1/review/article', { body: { id, decision, note: '数据有误' } })
    }
    const { data } = await editor.ask('GET /v1/review/offShelf', { query: { pageNo: 1, pageSize: 100 } })
    bench.that(
      data.records.some((row: Loose) => row.id === id),
      'the article is not listed',
    )
  }),

  checkForEditors('GET /v1/review/comments', 'lists reported comments', async ({ reference, see }) => {
    const { browser } = await reference.join('editor')
    see(await browser.ask('GET /v1/review/comments'), { code: 200 })
  }),

  checkForEditors('POST /v1/review/comment', 'removes one, or dismisses its reports', async (bench) => {
    const [reader, editor] = [await bench.reference.join(), await bench.reference.join('editor')]
    const { id: articleId } = await findNewestArticle(bench)
    const { data } = await reader.browser.ask('POST /v1/comment/', { body: { articleId, content: '广告' } })
    await reader.browser.ask('POST /v1/comment/report', { body: { id: data.id, reason: '自查' } })
    const decide = (decision: string) =>
      editor.browser.ask('POST /v1/review/comment', { body: { id: data.id, decision } })
    bench.see(await decide('keep'), { code: 200, data: null })
    bench.see(await decide('remove'), { code: 200, data: null })
    bench.see(await decide('remove'), { code: 500, data: null })
  }),

  checkForEditors('GET /v1/review/feedback', 'lists feedback by state', async ({ reference, see }) => {
    const { browser } = await reference.join('editor')
    see(await browser.ask('GET /v1/review/feedback', { query: { status: 0 } }), { code: 200 })
  }),

  checkForEditors('POST /v1/review/feedback', 'marks it as solved', async ({ reference, see, that }) => {
    const [writer, editor] = [await reference.join(), await reference.join('editor')]
    await writer.browser.ask('POST /v1/feedback/', { body: { type: 1, title: '夜间主题', content: '希望更暗' } })
    const list = async (status: number) =>
      (await editor.browser.ask('GET /v1/review/feedback', { query: { status } })).data.records
    const [{ id }] = await list(0)
    const body = { id, status: 1 }
    see(await editor.browser.ask('POST /v1/review/feedback', { body }), { code: 200, data: null })
    that(
      (await list(1)).some((row: Loose) => row.id === id),
      'it is not among the solved',
    )
  }),

  checkForEditors('POST /v1/review/feedback/answer', 'sends a member a notice', async ({ reference, see }) => {
    const [writer, editor] = [await reference.join(), await reference.join('editor')]
    await writer.browser.ask('POST /v1/feedback/', { body: { type: 1, title: '字号', content: '希望更大' } })
    const { data } = await editor.browser.ask('GET /v1/review/feedback', { query: { status: 0 } })
    const body = { id: data.records[0].id, content: '右上角可以切换字号' }
    see(await editor.browser.ask('POST /v1/review/feedback/answer', { body }), {
      code: 200,
      data: { delivery: 'notice' },
    })
    const notices = await writer.browser.ask('GET /v1/im/getMessageNotice', { query: { type: 0 } })
    see(notices.data.records[0], { content: /右上角可以切换字号/ }, 'the notice')
  }),
]

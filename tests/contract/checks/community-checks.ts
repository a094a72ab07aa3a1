import { HOUR_MS } from '../../../packages/contract/src/constants.ts'
import { toWireDate } from '../../../packages/contract/src/time.ts'
import type { Loose } from '../browser.ts'
import { type CallCheck, type CheckBench, check } from '../call-check.ts'
import { findNewestArticle } from './article-checks.ts'

const firstPage = { pageNo: 1, pageSize: 10 }

async function fetchComments({ visitor, later }: CheckBench, articleId: number): Promise<Loose[]> {
  later(HOUR_MS)
  const { data } = await visitor().ask('GET /v1/comment/', { query: { articleId, ...firstPage } })
  return data.records
}

/** Makes a comment by a new member. Returns it with its author and article. */
async function makeComment(bench: CheckBench, content = '请问检测需要多久？') {
  const { id: articleId } = await findNewestArticle(bench)
  const writer = await bench.reference.join()
  const body = { articleId, content, browser: 'chrome', browserVersion: 'chrome 122.0' }
  const { data } = await writer.browser.ask('POST /v1/comment/', { body })
  return { articleId, writer, comment: data, body }
}

export const commentChecks: readonly CallCheck[] = [
  check(
    'GET /v1/comment/',
    'returns the newest first, replies one level deep in children',
    'visitor',
    async (bench) => {
      const { id: articleId } = await findNewestArticle(bench)
      const { data } = await bench.visitor().ask('GET /v1/comment/', { query: { articleId, ...firstPage } })
      const ids = data.records.map(({ id }: Loose) => id)
      bench.that(ids.join() === [...ids].sort((a, b) => b - a).join(), 'comments are in another order')
      const grandchildren = data.records
        .flatMap(({ children }: Loose) => children ?? [])
        .flatMap(({ children }: Loose) => children ?? [])
      bench.that(grandchildren.length === 0, 'a reply has replies')
    },
  ),

  check('GET /v1/comment/', 'requires all three parameters', 'visitor', async ({ visitor, see }) => {
    see(await visitor().ask('GET /v1/comment/', { query: { articleId: 1 } }), { code: 400, data: null })
  }),

  check('POST /v1/comment/', 'returns the stored row without markup', 'reference', async (bench) => {
    const { articleId, writer, comment, body } = await makeComment(bench, '好<b>看</b><script>alert(1)</script>')
    bench.see(comment, { articleId, userId: writer.id, parentId: null, browser: body.browser }, 'data')
    bench.that(!/<b|<script/.test(comment.content), `data.content is ${comment.content}`)
    bench.see(
      (await fetchComments(bench, articleId))[0],
      { id: comment.id, nickname: writer.nickname, ipAddress: '', system: /^\w*$/, children: [] },
      'the list',
    )
  }),

  check(
    'POST /v1/comment/',
    'stores a reply under its comment and notifies the replied-to user',
    'reference',
    async (bench) => {
      const { articleId, writer, comment } = await makeComment(bench)
      const other = await bench.reference.join()
      const body = { articleId, parentId: comment.id, replyUserId: writer.id, content: '一般三个工作日。' }
      const reply = await other.browser.ask('POST /v1/comment/', { body })
      bench.see(reply, { code: 200, data: { parentId: comment.id, replyUserId: writer.id } })
      const listed = (await fetchComments(bench, articleId)).find(({ id }) => id === comment.id)
      bench.see(listed?.children, [{ id: reply.data.id, replyNickname: writer.nickname }], 'children')
      const { data } = await writer.browser.ask('GET /v1/im/getMessageNotice', { query: { type: 1 } })
      const notice = { noticeType: 1, commentMark: 1, fromUserId: other.id, articleId, content: '一般三个工作日。' }
      bench.see(data.records[0], notice, 'the notice')
    },
  ),

  check('DELETE /v1/comment/', 'deletes comments of the caller only (ours)', 'reference', async (bench) => {
    const { articleId, writer, comment } = await makeComment(bench)
    const query = { id: comment.id }
    const other = await bench.reference.join()
    bench.see(await other.browser.ask('DELETE /v1/comment/', { query }), { code: 500, data: null })
    bench.see(await writer.browser.ask('DELETE /v1/comment/', { query }), { code: 200, data: null })
    bench.that(
      !(await fetchComments(bench, articleId)).some(({ id }) => id === comment.id),
      'the comment is still there',
    )
  }),

  check(
    'GET /v1/comment/waiting',
    'lists the own comments that wait for approval (ours)',
    'reference',
    async (bench) => {
      const { articleId, writer } = await makeComment(bench)
      const answer = await writer.browser.ask('GET /v1/comment/waiting', { query: { articleId } })
      bench.see(answer, { code: 200, data: [] })
    },
  ),

  check('POST /v1/comment/report', 'lists a report for editors, once per member (ours)', 'reference', async (bench) => {
    const { comment } = await makeComment(bench)
    const [reader, editor] = [await bench.reference.join(), await bench.reference.join('editor')]
    const report = () => reader.browser.ask('POST /v1/comment/report', { body: { id: comment.id, reason: '广告' } })
    bench.see(await report(), { code: 200, data: null })
    bench.see(await report(), { code: 200, data: null })
    const { data } = await editor.browser.ask('GET /v1/review/comments', { query: firstPage })
    bench.see(data.records[0], { id: comment.id, reasons: ['广告'] }, 'the report')
  }),

  check(
    'GET /v1/comment/getMyComment',
    'returns the article’s id and title with each comment',
    'account',
    async ({ member, see }) => {
      see(await (await member()).ask('GET /v1/comment/getMyComment', { query: firstPage }), { code: 200 })
    },
  ),

  check('GET /v1/comment/getMyComment', 'returns the caller’s comments', 'reference', async (bench) => {
    const { articleId, writer } = await makeComment(bench, '第一句')
    const { data } = await writer.browser.ask('GET /v1/comment/getMyComment')
    bench.see(data.records, [{ id: articleId, commentContent: '第一句' }], 'data.records')
  }),
]

export const favouriteChecks: readonly CallCheck[] = [
  check('GET /v1/collect/collect', 'adds a favourite, repeatably; data null', 'account', async (bench) => {
    const { id } = await findNewestArticle(bench)
    const browser = await bench.member()
    const query = { articleId: id }
    try {
      bench.see(await browser.ask('GET /v1/collect/collect', { query }), { code: 200, data: null })
      bench.see(await browser.ask('GET /v1/collect/collect', { query }), { code: 200, data: null })
      const { data } = await browser.ask('GET /v1/article/info', { query: { id } })
      bench.see(data.isCollect, 1, 'isCollect of the article')
    } finally {
      await browser.ask('DELETE /v1/collect/', { query })
    }
  }),

  check('GET /v1/collect/', 'returns the newest favourite first', 'reference', async (bench) => {
    const { browser } = await bench.reference.join()
    const { data } = await bench.visitor().ask('GET /v1/article/', { query: { pageNo: 1, pageSize: 2 } })
    const ids = data.records.map(({ id }: Loose) => id)
    for (const articleId of ids) {
      await browser.ask('GET /v1/collect/collect', { query: { articleId } })
      bench.later(1000)
    }
    const favourites = (await browser.ask('GET /v1/collect/')).data.records
    bench.see(
      favourites.map(({ id }: Loose) => id),
      [...ids].reverse(),
      'their ids',
    )
  }),

  check('GET /v1/collect/', 'returns a page of articles', 'account', async ({ member, see }) => {
    see(await (await member()).ask('GET /v1/collect/', { query: firstPage }), { code: 200 })
  }),

  check('DELETE /v1/collect/', 'removes a favourite; a no-op without one', 'account', async (bench) => {
    const query = { articleId: (await findNewestArticle(bench)).id }
    bench.see(await (await bench.member()).ask('DELETE /v1/collect/', { query }), { code: 200, data: null })
  }),
]

export const signChecks: readonly CallCheck[] = [
  check('GET /v1/sign/validateTodayIsSign', 'returns null or today’s sign-in', 'account', async ({ member, see }) => {
    see(await (await member()).ask('GET /v1/sign/validateTodayIsSign'), { code: 200 })
  }),

  check('GET /v1/sign/', 'signs in once a day and notifies the user', 'reference', async ({ reference, see, that }) => {
    const { browser, id } = await reference.join()
    see(await browser.ask('GET /v1/sign/validateTodayIsSign'), { code: 200, data: null })
    see(await browser.ask('GET /v1/sign/'), { code: 200, data: null })
    see(await browser.ask('GET /v1/sign/'), { code: 500, message: '当日已签到，无需再次签到！' })
    see((await browser.ask('GET /v1/sign/getSignRecords')).data, [/^\d{4}-\d\d-\d\d$/], 'the days signed in')
    see((await browser.ask('GET /v1/sign/validateTodayIsSign')).data, { userId: id }, 'data')
    const { data } = await browser.ask('GET /v1/im/getMessageNotice', { query: { type: 0 } })
    that(data.records[0]?.content === '恭喜您签到成功', 'there is no notice')
  }),

  check('GET /v1/sign/', 'an invalid date: code 500', 'reference', async ({ member, see }) => {
    const answer = await (await member()).ask('GET /v1/sign/', { query: { time: '2025-02-31' } })
    see(answer, { code: 500, message: '时间格式解析错误！', data: null })
  }),

  check('GET /v1/sign/getSignRecords', 'returns days as yyyy-MM-dd', 'account', async ({ member, see }) => {
    const today = toWireDate(Date.now())
    const query = { startTime: today, endTime: today }
    const { data } = await (await member()).ask('GET /v1/sign/getSignRecords', { query })
    for (const day of data) see(day, /^\d{4}-\d\d-\d\d$/, 'a day')
  }),
]

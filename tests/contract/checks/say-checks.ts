import { HOUR_MS } from '../../../packages/contract/src/constants.ts'
import type { Browser, Loose } from '../browser.ts'
import { type CallCheck, type CheckBench, check } from '../call-check.ts'

async function fetchNewest(browser: Browser): Promise<Loose> {
  const { data } = await browser.ask('GET /v1/say/getSayList', { query: { pageNo: 1, pageSize: 10 } })
  return data.records[0]
}

/** Makes a short post. Returns it with the owner who wrote it. */
async function makeSay({ reference, later }: CheckBench, body: Loose = {}) {
  const owner = await reference.join('owner')
  await owner.browser.ask('POST /v1/say/insertSay', {
    body: { content: '今日到样：一批绿松石。', isPublic: '1', ...body },
  })
  later(HOUR_MS)
  return { owner, say: await fetchNewest(owner.browser) }
}

export const sayChecks: readonly CallCheck[] = [
  check('GET /v1/say/getSayList', 'returns null in isLike for a visitor', 'visitor', async ({ visitor, see }) => {
    const { code, data } = await visitor().ask('GET /v1/say/getSayList')
    see(code, 200, 'code')
    for (const { isLike = null } of data.records) see(isLike, null, 'isLike')
  }),

  check('GET /v1/say/getSayList', 'returns a private post to its owner only', 'reference', async (bench) => {
    const { say } = await makeSay(bench, { content: '只给自己', isPublic: '0' })
    bench.see(say, { content: /只给自己/, isPublic: 0 }, 'the owner’s newest')
    bench.that((await fetchNewest(bench.visitor())).id !== say.id, 'a visitor sees it')
  }),

  check('GET /v1/say/like', 'toggles the like and names the result in data', 'account', async ({ member, see }) => {
    const browser = await member()
    const say = await fetchNewest(browser)
    if (!say) return
    const texts = say.isLike ? ['取消点赞成功', '点赞成功'] : ['点赞成功', '取消点赞成功']
    for (const data of texts)
      see(await browser.ask('GET /v1/say/like', { query: { sayId: say.id } }), { code: 200, data })
  }),

  check('POST /v1/say/comment', 'stores a comment without markup; data null', 'reference', async (bench) => {
    const { owner, say } = await makeSay(bench)
    const { browser, id } = await bench.reference.join()
    const body = { sayId: say.id, content: '颜色真好<script>alert(1)</script>', replyUserId: null }
    bench.see(await browser.ask('POST /v1/say/comment', { body }), { code: 200, data: null })
    const [comment] = (await fetchNewest(owner.browser)).sayCommentVOList
    bench.see(comment, { userId: id, content: /^颜色真好/, ip: null }, 'the comment')
    bench.that(!comment.content.includes('<script'), 'it holds a script')
  }),

  check('DELETE /v1/say/comment', 'deletes a comment by its author or the owner (ours)', 'reference', async (bench) => {
    const { owner, say } = await makeSay(bench)
    const [writer, other] = [await bench.reference.join(), await bench.reference.join()]
    const comment = async (content: string): Promise<Loose> => {
      const { extra } = await writer.browser.ask('POST /v1/say/comment', { body: { sayId: say.id, content } })
      return { id: Number(extra.id) }
    }
    const [query, next] = [await comment('颜色真好'), await comment('净度也好')]
    const remove = ({ browser }: { browser: Browser }, which: Loose) =>
      browser.ask('DELETE /v1/say/comment', { query: which })
    bench.see(await remove(other, query), { code: 500, data: null })
    bench.see(await remove(writer, query), { code: 200, data: null })
    bench.see((await fetchNewest(bench.visitor())).sayCommentVOList, [{ id: String(next.id) }], 'the comments')
    bench.see(await remove(owner, next), { code: 200, data: null })
    bench.see((await fetchNewest(bench.visitor())).sayCommentVOList, [], 'the comments afterwards')
  }),

  check('POST /v1/say/insertSay', 'publishes posts by the owner; a member: code -7', 'reference', async (bench) => {
    const { browser } = await bench.reference.join()
    const answer = await browser.ask('POST /v1/say/insertSay', { body: { content: '我也发一条' } })
    bench.see(answer, { code: -7, message: '无权限', data: null })
    const { say, owner } = await makeSay(bench, { address: '昆明', imgUrl: '/file/img/loupe.svg,' })
    bench.see(say, { userId: owner.id, address: '昆明', imgUrl: /loupe\.svg/, isPublic: 1 }, 'the owner’s newest')
  }),

  check(
    'DELETE /v1/say/',
    'deletes a post for the owner only; a member: code -7 (ours)',
    'reference',
    async (bench) => {
      const { owner, say } = await makeSay(bench)
      const query = { sayId: say.id }
      bench.see(await (await bench.member()).ask('DELETE /v1/say/', { query }), { code: -7 })
      bench.see(await owner.browser.ask('DELETE /v1/say/', { query }), { code: 200, data: null })
      bench.that((await fetchNewest(owner.browser))?.id !== say.id, 'it is still there')
    },
  ),
]

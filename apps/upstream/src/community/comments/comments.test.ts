import { HOUR_MS, PAGE_CATEGORY, SECOND_MS } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { articleId, join, type Member } from '#testing/members.ts'

describeDatabases('comments', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 9)
  let article = 0
  let jade: Member
  let pearl: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    article = await articleId(upstream, '钻石')
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    await upstream.db.deleteFrom('comments').execute()
    await upstream.db.updateTable('articles').set({ comment_count: 0 }).execute()
    jade = await join(upstream, '玉声')
    pearl = await join(upstream, '珠圆')
  })

  const post = (member: Member, content: string, more: Record<string, unknown> = {}) =>
    member.ask('POST /v1/comment/', { articleId: article, content, ...more })
  const list = (query = '', id = article) =>
    ask(upstream, `GET /v1/comment/?articleId=${id}&pageNo=1&pageSize=10${query}`)
  const getContents = (rows: Loose[]): string[] => rows.map(({ content }) => content)
  const readCount = async () => (await ask(upstream, `GET /v1/article/info?id=${article}`)).data.commentCount

  it('are listed newest first, each with its answers, and counted', async () => {
    const { data: first } = await post(jade, '第一条', { browser: 'chrome', browserVersion: 'chrome 122.0' })
    expect(first).toEqual({
      id: expect.any(Number),
      userId: jade.id,
      nickname: '玉声',
      avatar: '',
      webSite: null,
      replyUserId: null,
      replyNickname: null,
      replyWebSite: null,
      content: '第一条',
      createTime: clock,
      createTimeStr: '刚刚',
      browser: 'chrome',
      browserVersion: 'chrome 122.0',
      isStaff: false,
      system: '',
      systemVersion: '',
      ipAddress: '',
      articleId: article,
      parentId: null,
    })
    await post(pearl, '第二条', { parentId: null, replyUserId: null })
    await post(pearl, '答一', { parentId: first.id, replyUserId: jade.id })
    await post(jade, '答二', { parentId: first.id, replyUserId: pearl.id })
    const { data } = await list()
    expect(data).toMatchObject({ total: 2, pages: 1, current: 1 })
    expect(getContents(data.records)).toEqual(['第二条', '第一条'])
    expect(getContents(data.records[1].children)).toEqual(['答二', '答一'])
    expect(data.records[1].children[0]).toMatchObject({ replyUserId: pearl.id, replyNickname: '珠圆', children: [] })
    expect(await readCount()).toBe(4)
  })

  it('have empty texts for an unknown place or system, as their notices do', async () => {
    const { data: root } = await post(jade, '问')
    await post(pearl, '答', { parentId: root.id })
    const { records } = (await list()).data
    for (const { ipAddress, system } of [root, records[0], records[0].children[0]]) {
      expect([ipAddress, system]).toEqual(['', ''])
    }
    const notices = await jade.ask('GET /v1/im/getMessageNotice?type=1&pageNo=1&pageSize=10')
    expect(notices.data.records.map(({ ipSource }: Loose) => ipSource)).toEqual([''])
  })

  it('are marked when staff wrote them', async () => {
    const editor = await join(upstream, '林检测', 'editor')
    const { data: root } = await post(editor, '问')
    await post(jade, '答', { parentId: root.id })
    const [shown] = (await list()).data.records
    expect([root.isStaff, shown.isStaff, shown.children[0].isStaff]).toEqual([true, true, false])
    const notices = await editor.ask('GET /v1/im/getMessageNotice?type=1&pageNo=1&pageSize=10')
    expect(notices.data.records[0].isStaff).toBe(false)
  })

  it('have one level of answers: an answer to an answer joins the same thread', async () => {
    const { data: root } = await post(jade, '问')
    const { data: answer } = await post(pearl, '答', { parentId: root.id })
    const { data: again } = await post(jade, '再问', { parentId: answer.id })
    expect(again).toMatchObject({ parentId: root.id, replyUserId: pearl.id })
    expect((await list()).data.records[0].children).toHaveLength(2)
  })

  it('can answer only users of the same thread, on the same article', async () => {
    const stranger = await join(upstream, '路人')
    const { data: root } = await post(jade, '问')
    const { data: answer } = await post(pearl, '答', { parentId: root.id, replyUserId: stranger.id })
    expect(answer.replyUserId).toBe(jade.id)
    expect((await stranger.ask('GET /v1/im/getNewSystemNotice')).data.comment).toBe(0)
    const elsewhere = await articleId(upstream, '翡翠')
    const refusal = { code: 500, message: '评论失败', data: null }
    expect(await post(pearl, '答', { parentId: root.id, articleId: elsewhere })).toMatchObject(refusal)
    expect(await post(pearl, '答', { parentId: 999_999 })).toMatchObject(refusal)
  })

  it('keep only text and pictures of this site, and must not be empty', async () => {
    const { data } = await post(
      jade,
      '<p onclick="x()">好 &amp; <b>美</b></p><img src="/file/img/a.png"><img src="https://t.test/1.gif">1 < 2',
    )
    expect(data.content).toBe('好 &amp; 美<img src="/file/img/a.png" />1 &lt; 2')
    for (const empty of ['<script>1</script>', '   ', '<img src=x>', '\u200b\u202e']) {
      expect(await post(jade, empty)).toMatchObject({ code: 500, message: '评论失败' })
    }
    expect(await post(jade, '字'.repeat(2001))).toMatchObject({ code: 400 })
    expect(await post(jade, '甲\u0000乙')).toMatchObject({ code: 400 })
    expect(await readCount()).toBe(1)
  })

  it('are accepted and listed on published articles only', async () => {
    for (const title of ['未发表的草稿', '等待审核']) {
      const id = await articleId(upstream, title)
      expect(await post(jade, '好', { articleId: id })).toMatchObject({ code: 500, message: '抱歉，文章不存在' })
      expect((await list('', id)).data).toMatchObject({ records: [], total: 0 })
    }
  })

  it('are found by id: the page with the comment, or with the one that it answers', async () => {
    const ids: number[] = []
    for (let nth = 0; nth < 7; nth += 1) ids.push((await post(jade, `第 ${nth}`)).data.id)
    const { data: answer } = await post(pearl, '答', { parentId: ids[1] ?? 0 })
    const findPage = async (id: number) =>
      (await ask(upstream, `GET /v1/comment/?articleId=${article}&pageNo=1&pageSize=3&commentId=${id}`)).data
    expect(await findPage(ids[6] ?? 0)).toMatchObject({ current: 1 })
    for (const id of [ids[1] ?? 0, answer.id]) {
      const found = await findPage(id)
      expect(found.current).toBe(2)
      expect(found.records.map((row: Loose) => row.id)).toContain(ids[1])
    }
    expect(await findPage(999_999)).toMatchObject({ current: 1 })
  })

  it('can be deleted, with their answers, by their author and by editors only', async () => {
    const editor = await join(upstream, '编辑', 'editor')
    const { data: root } = await post(jade, '问')
    const { data: answer } = await post(pearl, '答', { parentId: root.id })
    await post(jade, '再答', { parentId: root.id })
    expect(await pearl.ask(`DELETE /v1/comment/?id=${root.id}`)).toMatchObject({ code: 500, message: '评论不存在' })
    expect(await pearl.ask(`DELETE /v1/comment/?id=${answer.id}`)).toMatchObject({ code: 200, data: null })
    expect(await readCount()).toBe(2)
    expect(await jade.ask(`DELETE /v1/comment/?id=${root.id}`)).toMatchObject({ code: 200 })
    expect(await readCount()).toBe(0)
    expect(await jade.ask(`DELETE /v1/comment/?id=${root.id}`)).toMatchObject({ code: 500 })
    const { data: other } = await post(pearl, '又一条')
    expect(await editor.ask(`DELETE /v1/comment/?id=${other.id}`)).toMatchObject({ code: 200 })
    expect((await list()).data.total).toBe(0)
  })

  it('are counted correctly under concurrent writes and deletions', async () => {
    const { data: root } = await post(jade, '根')
    const members = await Promise.all(['甲', '乙', '丙', '丁'].map((name) => join(upstream, name)))
    await Promise.all(members.map((member) => post(member, '答', { parentId: root.id })))
    await Promise.all([jade.ask(`DELETE /v1/comment/?id=${root.id}`), ...members.map((member) => post(member, '独'))])
    const rows = await upstream.db.selectFrom('comments').select('id').where('article_id', '=', article).execute()
    expect(rows).toHaveLength(4)
    expect(await readCount()).toBe(4)
  })

  it('notify the answered user or the author of the article, but never their own author', async () => {
    const { data: root } = await post(jade, '问一句')
    await post(jade, '补一句', { parentId: root.id })
    const { data: answer } = await post(pearl, '答一句', { parentId: root.id })
    const counters = await jade.ask('GET /v1/im/getNewSystemNotice')
    expect(counters.data).toEqual({ system: 0, comment: 1, private: 0 })
    const { data } = await jade.ask('GET /v1/im/getMessageNotice?type=1')
    expect(data.records).toMatchObject([
      {
        noticeType: 1,
        commentMark: 1,
        content: '答一句',
        fromUserId: pearl.id,
        fromUserNickname: '珠圆',
        articleId: article,
        articleTitle: '钻石',
        ext: { commentId: answer.id },
      },
    ])
    const author = await upstream.db
      .selectFrom('notices')
      .select(['type', 'mark', 'actor_id'])
      .where('user_id', '=', '1')
      .where('comment_id', 'is not', null)
      .execute()
    expect(author).toEqual([{ type: 1, mark: 2, actor_id: jade.id }])
    await pearl.ask(`DELETE /v1/comment/?id=${answer.id}`)
    expect((await jade.ask('GET /v1/im/getMessageNotice?type=1')).data.total).toBe(0)
  })

  it('are limited to twenty an hour for each account, with the time to wait', async () => {
    for (let nth = 0; nth < 20; nth += 1) {
      clock += 11_000
      expect((await post(jade, `第 ${nth}`)).code).toBe(200)
    }
    clock += 11_000
    const refused = await post(jade, '再一条')
    expect(refused).toMatchObject({ code: 500, message: expect.stringMatching(/^评论过于频繁，请 \d+ 分钟后再试$/) })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await post(pearl, '我可以')).code).toBe(200)
    clock += Number(refused.headers['retry-after']) * SECOND_MS
    expect((await post(jade, '又可以了')).code).toBe(200)
  })

  it('can be reported once by each member, and kept or removed by editors', async () => {
    const editor = await join(upstream, '编辑', 'editor')
    const { data: root } = await post(jade, '广告')
    const { data: other } = await post(jade, '无辜')
    const report = (member: Member, id: number, reason: string) =>
      member.ask('POST /v1/comment/report', { id, reason, userId: jade.id })
    expect(await report(pearl, root.id, '垃圾广告')).toMatchObject({ code: 200, data: null })
    expect(await report(pearl, root.id, '还是广告')).toMatchObject({ code: 200 })
    clock += 1000
    await report(pearl, other.id, '不喜欢')
    expect(await report(pearl, 999_999, '没有')).toMatchObject({ code: 500, message: '评论不存在' })
    expect(await report(pearl, root.id, ' \u200b')).toMatchObject({ code: 400, message: '请填写举报理由' })
    expect(await pearl.ask('GET /v1/review/comments')).toMatchObject({ code: -7, message: '无权限' })
    const { data } = await editor.ask('GET /v1/review/comments')
    expect(data.records).toMatchObject([
      { id: other.id, reasons: ['不喜欢'] },
      { id: root.id, reasons: ['垃圾广告'], articleTitle: '钻石', nickname: '玉声', content: '广告' },
    ])
    expect(await editor.ask('POST /v1/review/comment', { id: other.id, decision: 'keep' })).toMatchObject({ code: 200 })
    expect(await editor.ask('POST /v1/review/comment', { id: root.id, decision: 'remove' })).toMatchObject({
      code: 200,
    })
    expect((await editor.ask('GET /v1/review/comments')).data.total).toBe(0)
    expect(getContents((await list()).data.records)).toEqual(['无辜'])
    expect(await editor.ask('POST /v1/review/comment', { id: root.id, decision: 'keep' })).toMatchObject({ code: 500 })
    expect(await readCount()).toBe(1)
  })

  it('are listed to their author with their articles', async () => {
    await post(jade, '我的一条')
    await post(pearl, '别人的')
    const { data } = await jade.ask(`GET /v1/comment/getMyComment?userId=${pearl.id}`)
    expect(data.records).toEqual([
      {
        id: article,
        title: '钻石',
        commentId: expect.any(Number),
        commentContent: '我的一条',
        createTime: expect.stringMatching(/^2025-03-09/),
      },
    ])
  })

  it('unlock a comment-gated article for members who commented on it', async () => {
    const gated = await articleId(upstream, '翡翠')
    await upstream.db.updateTable('articles').set({ read_type: 1 }).where('id', '=', gated).execute()
    const read = async () => (await jade.ask(`GET /v1/article/info?id=${gated}`)).data
    await post(jade, '在别处')
    expect(await read()).toMatchObject({ activeReadType: false, contentMd: null })
    await post(jade, '在这里', { articleId: gated })
    expect(await read()).toMatchObject({ activeReadType: true, contentMd: expect.any(String) })
    await upstream.db.updateTable('articles').set({ read_type: 0 }).where('id', '=', gated).execute()
  })

  it('name the system of the user agent as upstream spells it', async () => {
    const agents = {
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64)': { system: 'windowns', systemVersion: 'Windows' },
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0)': { system: 'mac', systemVersion: 'macOS' },
      'Mozilla/5.0 (Linux; Android 14)': { system: 'android', systemVersion: 'Android' },
      'curl/8': { system: '', systemVersion: '' },
    }
    for (const [agent, device] of Object.entries(agents)) {
      const answer = await ask(upstream, 'POST /v1/comment/', {
        token: jade.token,
        body: { articleId: article, content: '好' },
        headers: { 'user-agent': agent },
      })
      expect(answer.data).toMatchObject(device)
    }
  })

  it('are refused on standing and own pages, which show none', async () => {
    const page = await articleId(upstream, '翡翠')
    await upstream.db.updateTable('articles').set({ category_id: PAGE_CATEGORY }).where('id', '=', page).execute()
    expect(await post(jade, '页面上的评论', { articleId: page })).toMatchObject({
      code: CODE.rule,
      message: '本文的评论已关闭',
    })
    expect(await list('', page)).toMatchObject({ data: { total: 0 }, extra: { isOpen: false } })
  })
})

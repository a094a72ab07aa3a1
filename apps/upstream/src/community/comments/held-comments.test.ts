import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { articleId, join, type Member } from '#testing/members.ts'
import { type Bureau, openBureau } from '#testing/staff/bureau.ts'
import { deleteHeldBefore } from './held-comments.ts'

describeDatabases('held comments', (make) => {
  let bureau: Bureau
  let editor: Member
  let clock = Date.UTC(2025, 2, 9)
  let article = 0
  let jade: Member
  let pearl: Member

  beforeAll(async () => {
    bureau = await openBureau(make, { now: () => clock })
    article = await articleId(bureau.upstream, '钻石')
  })
  afterAll(() => bureau.close())
  beforeEach(async () => {
    clock += HOUR_MS
    for (const table of ['comments', 'held_comments', 'site_settings'] as const) {
      await bureau.upstream.db.deleteFrom(table).execute()
    }
    await bureau.upstream.db.updateTable('articles').set({ comment_count: 0 }).execute()
    editor = await bureau.hire('edit')
    jade = await join(bureau.upstream, '玉声')
    pearl = await join(bureau.upstream, '珠圆')
  })

  const setPolicy = async (commentPolicy: string | null, commentWords: string[] | null = null) => {
    const { version } = await bureau.done(bureau.owner, 'GET /v1/manage/site')
    await bureau.done(bureau.owner, 'PUT /v1/manage/site', {
      version,
      settings: { comments: { commentPolicy, commentWords } },
    })
  }
  const post = (member: Member, content: string, more: Record<string, unknown> = {}) =>
    member.ask('POST /v1/comment/', { articleId: article, content, ...more })
  const list = async (query = '') =>
    (await ask(bureau.upstream, `GET /v1/comment/?articleId=${article}&pageNo=1&pageSize=10${query}`)).data
  const getContents = (rows: Loose[]): string[] => rows.map(({ content }) => content)
  const readCount = async () => (await ask(bureau.upstream, `GET /v1/article/info?id=${article}`)).data.commentCount
  const decide = (action: string, ...ids: number[]) => editor.ask(`POST /v1/manage/comments/${action}`, { ids })
  const readQueue = async (query = 'state=waiting') =>
    (await bureau.done(editor, `GET /v1/manage/comments?${query}`)).records as Loose[]
  const readWaiting = async (member: Member) =>
    (await bureau.done(member, `GET /v1/comment/waiting?articleId=${article}`)) as Loose[]

  it('wait by the policy of the site, which holds nothing back when it is not set', async () => {
    expect((await post(jade, '看 https://a.test')).extra).toEqual({})
    await setPolicy('first')
    expect((await post(pearl, '第一条')).extra).toEqual({ waiting: true })
    expect((await post(jade, '又一条')).extra).toEqual({})
    expect((await post(jade, '国标在 openstd.samr.gov.cn')).extra).toEqual({ waiting: true })
    await setPolicy('links')
    expect((await post(pearl, '没有链接')).extra).toEqual({})
    expect((await post(pearl, '有ｗｗｗ．ａ．ｃｏｍ')).extra).toEqual({ waiting: true })
    await setPolicy('all')
    expect((await post(jade, '全部')).extra).toEqual({ waiting: true })
    expect((await post(editor, '工作人员')).extra).toEqual({})
    await setPolicy('none', ['加 微信'])
    expect((await post(jade, 'https://a.test')).extra).toEqual({})
    expect((await post(jade, '加<img src="/file/img/a.png">微\n信 zb8866')).extra).toEqual({ waiting: true })
    expect((await readQueue()).map(({ reasons, word }) => [...reasons, word])).toEqual([
      ['first', null],
      ['link', null],
      ['link', null],
      ['all', null],
      ['word', '加 微信'],
    ])
  })

  it('wait for what a missing picture would show, and staff read it', async () => {
    await setPolicy('links', ['加微信'])
    const pictured = (alt: string) => `好<img src="/file/img/0.png" alt="${alt}">`
    expect((await post(jade, pictured('石头'))).extra).toEqual({})
    expect((await post(jade, pictured('加微信 &lt;zb&gt;'))).extra).toEqual({ waiting: true })
    expect((await post(jade, pictured('a.com'))).extra).toEqual({ waiting: true })
    expect((await readQueue()).map(({ text, word }) => [text, word])).toEqual([
      ['好\n［图片：加微信 <zb>］', '加微信'],
      ['好\n［图片：a.com］', null],
    ])
  })

  it('answer as shown ones do, and are seen by their writer alone', async () => {
    const { data: root } = await post(pearl, '问')
    await setPolicy('all')
    const { data } = await post(jade, '密语', { parentId: root.id })
    expect(data).toMatchObject({ id: expect.any(Number), content: '密语', parentId: root.id, replyUserId: pearl.id })
    expect(await readWaiting(jade)).toMatchObject([
      { id: data.id, content: '密语', state: 'waiting', replyUserId: pearl.id },
    ])
    expect(await readCount()).toBe(1)
    for (const member of [pearl, editor]) {
      expect(await readWaiting(member)).toEqual([])
      const seen = [
        await list(),
        await list(`&commentId=${data.id}`),
        await member.ask(`GET /v1/comment/getMyComment?userId=${jade.id}`),
        await member.ask(`GET /v1/article/info?id=${article}`),
        await member.ask('GET /v1/im/getMessageNotice?type=1'),
        await member.ask('GET /v1/im/getNewSystemNotice'),
        await member.ask(`GET /v1/user/info?userId=${jade.id}`),
        await member.ask('GET /v1/review/comments'),
      ]
      expect(JSON.stringify(seen)).not.toContain('密语')
      expect(await post(member, '答', { parentId: data.id })).toMatchObject({ message: '评论失败' })
      expect(await member.ask('POST /v1/comment/report', { id: data.id, reason: '试' })).toMatchObject({
        message: '评论不存在',
      })
      expect(await member.ask(`DELETE /v1/comment/?id=${data.id}`)).toMatchObject({ message: '评论不存在' })
    }
    expect(
      await bureau.upstream.db.selectFrom('notices').select('id').where('actor_id', '=', jade.id).execute(),
    ).toEqual([])
    expect(await jade.ask(`DELETE /v1/comment/?id=${data.id}`)).toMatchObject({ code: 200 })
    expect(await readWaiting(jade)).toEqual([])
    expect(await readCount()).toBe(1)
  })

  it('do not unlock an article for readers who comment', async () => {
    await bureau.upstream.db.updateTable('articles').set({ read_type: 1 }).where('id', '=', article).execute()
    const isOpen = async () => (await jade.ask(`GET /v1/article/info?id=${article}`)).data.activeReadType
    await setPolicy('all')
    const { data } = await post(jade, '沙发')
    expect(await isOpen()).toBe(false)
    await decide('approve', data.id)
    expect(await isOpen()).toBe(true)
    await bureau.upstream.db.updateTable('articles').set({ read_type: 0 }).where('id', '=', article).execute()
  })

  it('are approved in their place, with the notice that was kept back', async () => {
    await setPolicy('first')
    const { data: first } = await post(jade, '先来')
    clock += HOUR_MS
    await setPolicy('none')
    await post(pearl, '后到')
    await setPolicy('first')
    const { data: reply } = await post(jade, '回珠圆', { parentId: (await list()).records[0].id })
    expect(await decide('approve', reply.id, first.id, 999_999)).toMatchObject({
      code: 200,
      data: { done: [first.id, reply.id], skipped: [{ id: 999_999 }] },
    })
    const { records } = await list()
    expect(getContents(records)).toEqual(['后到', '先来'])
    expect(getContents(records[0].children)).toEqual(['回珠圆'])
    expect(await readCount()).toBe(3)
    expect((await pearl.ask('GET /v1/im/getMessageNotice?type=1')).data.records).toMatchObject([
      { content: '回珠圆', fromUserId: jade.id, ext: { commentId: reply.id } },
    ])
    expect((await post(jade, '以后不必再审')).extra).toEqual({})
    expect(await decide('approve', first.id)).toMatchObject({ code: 500, message: '评论不存在' })
    expect(await readCount()).toBe(4)
  })

  it('are listed for one article', async () => {
    await setPolicy('all')
    const others = bureau.upstream.db.selectFrom('articles').select('id').where('id', '!=', article)
    const { id: other } = await others.where('is_publish', '=', 1).executeTakeFirstOrThrow()
    const [{ data: here }, { data: there }] = [await post(jade, '这篇'), await post(jade, '那篇', { articleId: other })]
    const read = async (query: string) => (await readQueue(query)).map(({ id }) => id)
    expect(await read('state=waiting')).toEqual([here.id, there.id])
    expect(await read(`state=waiting&articleId=${other}`)).toEqual([there.id])
    await decide('reject', here.id, there.id)
    expect(await read(`state=rejected&articleId=${article}`)).toEqual([here.id])
  })

  it('are rejected without a notice, and put back', async () => {
    await setPolicy('all')
    const { data } = await post(jade, '广告')
    await decide('reject', data.id)
    expect(await readWaiting(jade)).toMatchObject([{ state: 'rejected' }])
    expect((await jade.ask('GET /v1/im/getNewSystemNotice')).data).toEqual({ system: 0, comment: 0, private: 0 })
    const [row] = await readQueue('state=rejected')
    expect(row).toMatchObject({ id: data.id, reasons: ['all'], changedBy: expect.stringMatching(/^人员\d+$/) })
    await decide('return', data.id)
    expect(await readQueue()).toMatchObject([{ id: data.id, reasons: ['all'], changedBy: null }])
    await decide('approve', data.id)
    await editor.ask('POST /v1/manage/comments/return', { ids: [data.id], isUndo: true })
    expect(await readQueue()).toMatchObject([{ id: data.id, reasons: ['all'] }])
    await decide('approve', data.id)
    await decide('return', data.id)
    expect(await readQueue()).toMatchObject([{ id: data.id, reasons: ['back'] }])
    expect([await readCount(), (await list()).total]).toEqual([0, 0])
    await decide('approve', data.id)
    await setPolicy('none')
    await post(pearl, '答', { parentId: data.id })
    expect((await decide('return', data.id)).data.skipped).toEqual([
      { id: data.id, reason: '已有回复，不能退回，可以删除' },
    ])
    expect(await readCount()).toBe(2)
  })

  it('are restored after staff have deleted them, the comment before its replies', async () => {
    const { data: root } = await post(jade, '根')
    const { data: reply } = await post(pearl, '枝', { parentId: root.id })
    await decide('delete', root.id)
    expect([await readCount(), (await list()).total]).toEqual([0, 0])
    expect(await readWaiting(jade)).toEqual([])
    const { records } = await bureau.done(editor, 'GET /v1/manage/comments/deleted')
    expect(records.map(({ id, text }: Loose) => [id, text])).toEqual([
      [reply.id, '枝'],
      [root.id, '根'],
    ])
    expect((await decide('restore', reply.id)).data.skipped).toEqual([
      { id: reply.id, reason: '所回复的评论已不在，不能公开' },
    ])
    expect((await decide('approve', root.id)).code).toBe(500)
    expect((await decide('restore', reply.id, root.id)).data.done).toEqual([root.id, reply.id])
    expect(await readCount()).toBe(2)
    // The writer's own deletion is final.
    await jade.ask(`DELETE /v1/comment/?id=${root.id}`)
    expect(await readCount()).toBe(0)
    expect((await bureau.done(editor, 'GET /v1/manage/comments/deleted')).records).toEqual([])
  })

  it('are handled by the duties for content and customers, and each step is recorded', async () => {
    await setPolicy('all')
    const { data } = await post(jade, '密语')
    for (const person of [jade, pearl, await bureau.hire('certify'), await bureau.hire('approve', 'review')]) {
      for (const call of ['GET /v1/manage/comments?state=waiting', 'GET /v1/manage/comments/deleted']) {
        const answer = await person.ask(call)
        expect([answer.code, answer.data]).toEqual([expect.not.toBeOneOf([200]), null])
      }
      expect((await person.ask('POST /v1/manage/comments/approve', { ids: [data.id] })).code).not.toBe(200)
    }
    const support = await bureau.hire('support')
    await bureau.done(support, 'POST /v1/manage/comments/approve', { ids: [data.id] })
    await decide('delete', data.id)
    await bureau.done(bureau.owner, 'GET /v1/manage/comments/deleted')
    await bureau.done(bureau.owner, 'POST /v1/manage/comments/restore', { ids: [data.id] })
    const entries = (await bureau.done(bureau.owner, 'GET /v1/manage/audit?action=comment')).records as Loose[]
    expect(
      entries.slice(0, 4).map(({ action, actorId, targetId, changes }) => [action, actorId, targetId, changes]),
    ).toEqual([
      ['comment.restore', bureau.owner.id, String(data.id), []],
      ['comment.view', bureau.owner.id, 'deleted', [{ member: 'numbers', before: null, after: String(data.id) }]],
      ['comment.delete', editor.id, String(data.id), []],
      ['comment.approve', support.id, String(data.id), []],
    ])
    expect(JSON.stringify(entries)).not.toContain('密语')
  })

  it('lose control characters and surplus line breaks', async () => {
    await setPolicy('first')
    const links = Array.from({ length: 50 }, (_one, nth) => `http://a.test/${nth}`).join(' ')
    for (const [typed, stored] of [
      [links, links],
      ['甲\u202e乙', '甲乙'],
      [`甲${'\n'.repeat(1998)}乙`, '甲\n\n乙'],
    ] as const) {
      expect((await post(jade, typed)).extra).toEqual({ waiting: true })
      expect((await readQueue()).at(-1)?.text).toBe(stored)
    }
  })

  it('are found by text, writer, article and reason, page by page', async () => {
    await setPolicy('first')
    const rows = Array.from({ length: 52 }, (_one, nth) => ({ nth: nth + 1 }))
    const base = { article_id: article, user_id: jade.id, state: 'waiting' as const, changed_at: 0, created_at: 0 }
    await bureau.upstream.db
      .insertInto('held_comments')
      .values(rows.map(({ nth }) => ({ ...base, id: 1_000_000 + nth, content: `第 ${nth}%`, reasons: '["first"]' })))
      .execute()
    await post(pearl, 'https://a.test')
    const first = await bureau.done(editor, 'GET /v1/manage/comments?state=waiting')
    expect([first.records.length, first.hasMore]).toEqual([50, true])
    const search = async (query: string) => (await readQueue(`state=waiting&${query}`)).length
    expect(await search('q=52%25')).toBe(1)
    expect(await search(`q=${encodeURIComponent('珠圆')}`)).toBe(1)
    expect(await search(`q=${encodeURIComponent('钻石')}`)).toBe(50)
    expect(await search('reason=link')).toBe(1)
    expect(await search('after=1000050')).toBe(2)
    expect(await bureau.done(editor, 'GET /v1/manage/comments/counts')).toMatchObject({ waiting: 53, shown: 0 })
  })

  it('are not taken by an article whose comments are closed, or closed some days after its publication', async () => {
    const { db } = bureau.upstream
    const call = `/v1/manage/articles/${article}/comments`
    const setDays = (days: unknown, person = editor) => person.ask(`PUT ${call}`, { days })
    const read = () => ask(bureau.upstream, `GET /v1/comment/?articleId=${article}&pageNo=1&pageSize=10`)
    await post(jade, '开着')
    expect((await read()).extra).toEqual({})
    expect((await setDays(0)).code).toBe(200)
    expect(await read()).toMatchObject({ data: { total: 1 }, extra: { isOpen: false } })
    for (const member of [jade, editor]) expect((await post(member, '关了')).message).toBe('本文的评论已关闭')
    await setDays(7)
    const publish = (published_at: number) =>
      db.updateTable('articles').set({ published_at }).where('id', '=', article).execute()
    await publish(clock - 7 * DAY_MS + 1)
    const writer = await join(bureau.upstream, '末客')
    expect((await post(writer, '最后')).code).toBe(200)
    await publish(clock - 7 * DAY_MS)
    expect((await post(writer, '晚了')).message).toBe('本文的评论已关闭')
    expect((await read()).extra).toEqual({ isOpen: false })
    const chief = await bureau.hire('edit')
    expect((await bureau.done(chief, `GET ${call}`)).days).toBe(7)
    expect((await setDays(null, chief)).code).toBe(200)
    expect((await read()).extra).toEqual({})
    for (const days of [-2, 3651, 1.5, 'x', undefined]) expect((await setDays(days, chief)).code).toBe(400)
    for (const person of [writer, await bureau.hire('support'), await bureau.hire('certify')]) {
      expect((await setDays(0, person)).code).not.toBe(200)
      expect((await person.ask(`GET ${call}`)).data).toBeNull()
    }
    const entries = db.selectFrom('audit_log').select('changes').where('action', '=', 'article.comments')
    const rows = await entries.where('outcome', '=', 'done').orderBy('id').execute()
    expect(rows.map(({ changes }) => JSON.parse(String(changes)))).toEqual(
      [
        ['按全站的设置', '关闭'],
        ['关闭', '发布 7 天后关闭'],
        ['发布 7 天后关闭', '按全站的设置'],
      ].map(([before, after]) => [{ member: 'commentDays', before, after }]),
    )
  })

  it('are not taken by an article that the site closes after its first publication, unless the article differs', async () => {
    const { db } = bureau.upstream
    const call = `/v1/manage/articles/${article}/comments`
    const readExtra = async () =>
      (await ask(bureau.upstream, `GET /v1/comment/?articleId=${article}&pageNo=1&pageSize=10`)).extra
    const save = async (person: Member, commentCloseDays: unknown) => {
      const { version } = await bureau.done(bureau.owner, 'GET /v1/manage/site')
      return await person.ask('PUT /v1/manage/site', { version, settings: { comments: { commentCloseDays } } })
    }
    for (const duty of ['edit', 'support', 'certify', 'approve'] as const) {
      expect((await save(await bureau.hire(duty), 30)).code).not.toBe(200)
    }
    expect((await save(jade, 30)).code).not.toBe(200)
    for (const days of [0, 3651, 1.5, 'x']) expect((await save(bureau.owner, days)).code).toBe(400)
    const publish = (published_at: number) =>
      db.updateTable('articles').set({ published_at }).where('id', '=', article).execute()
    await publish(clock - 30 * DAY_MS + 1)
    expect((await save(bureau.owner, 30)).code).toBe(200)
    expect((await post(jade, '最后')).code).toBe(200)
    await publish(clock - 30 * DAY_MS)
    expect((await post(pearl, '晚了')).message).toBe('本文的评论已关闭')
    expect(await readExtra()).toEqual({ isOpen: false })
    for (const days of [-1, 60]) {
      await bureau.done(editor, `PUT ${call}`, { days })
      expect(await bureau.done(editor, `GET ${call}`)).toEqual({ days, siteDays: 30 })
      expect(await readExtra()).toEqual({})
      expect((await post(pearl, `另定 ${days}`)).code).toBe(200)
    }
    await bureau.done(editor, `PUT ${call}`, { days: null })
    expect(await readExtra()).toEqual({ isOpen: false })
    expect((await save(bureau.owner, null)).code).toBe(200)
    expect(await readExtra()).toEqual({})
  })

  it('are deleted 180 days after they were rejected or deleted, waiting ones never', async () => {
    await setPolicy('all')
    const [waiting, rejected, deleted] = await Promise.all(['等', '拒', '删'].map((text) => post(jade, text)))
    await decide('reject', rejected?.data.id)
    await decide('approve', deleted?.data.id)
    await decide('delete', deleted?.data.id)
    await deleteHeldBefore(bureau.upstream.db, clock)
    const readIds = async () =>
      (await bureau.upstream.db.selectFrom('held_comments').select('id').orderBy('id').execute()).map(({ id }) => id)
    expect(await readIds()).toHaveLength(3)
    await deleteHeldBefore(bureau.upstream.db, clock + DAY_MS)
    expect(await readIds()).toEqual([waiting?.data.id])
  })

  it('are refused as settings when a word is blank, twice or too many', async () => {
    const save = (commentWords: unknown, commentPolicy: unknown = 'none') =>
      bureau.owner.ask('PUT /v1/manage/site', { version: 0, settings: { comments: { commentPolicy, commentWords } } })
    const { version } = await bureau.done(bureau.owner, 'GET /v1/manage/site')
    const saveNow = async (words: unknown) =>
      (await bureau.owner.ask('PUT /v1/manage/site', { version, settings: { comments: { commentWords: words } } }))
        .message
    expect(await saveNow(['加微信', '加 微 信'])).toBe('“加 微 信”列了两次（不分全角半角、大小写与空格）')
    expect(await saveNow(['加微信', ' \u200b'])).toBe('第 2 行没有字')
    expect((await save(Array.from({ length: 501 }, (_one, nth) => `词${nth}`))).code).toBe(400)
    expect((await save(['字'.repeat(41)])).code).toBe(400)
    expect((await save([], 'some')).code).toBe(400)
    expect(
      (await editor.ask('PUT /v1/manage/site', { version, settings: { comments: { commentPolicy: 'all' } } })).code,
    ).not.toBe(200)
    expect(JSON.stringify(await ask(bureau.upstream, 'GET /v1/webSiteInfo'))).not.toContain('comment')
  })
})

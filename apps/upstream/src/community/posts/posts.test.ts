import { HOUR_MS } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('short posts', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 9, 4)
  let jade: Member
  let pearl: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    jade = await join(upstream, '玉声')
    pearl = await join(upstream, '珠圆')
  })

  let owner: Member
  beforeEach(async () => {
    await upstream.db.deleteFrom('says').execute()
    owner = await join(upstream, '石衡', 'owner')
  })

  const postSay = (member: Member, more: Record<string, unknown> = {}) =>
    member.ask('POST /v1/say/insertSay', { content: '今日到样', ...more })
  const list = async (member?: Member) =>
    (await (member ? member.ask('GET /v1/say/getSayList') : ask(upstream, 'GET /v1/say/getSayList'))).data.records
  const findNewest = async (): Promise<string> => (await list(owner))[0].id

  it('can be written and deleted by the owner only', async () => {
    const editor = await join(upstream, '编辑', 'editor')
    for (const member of [jade, editor]) {
      expect(await postSay(member)).toMatchObject({ code: -7, message: '无权限' })
    }
    const pictures = '/file/img/a.png, https://img.test/b.jpg,'
    expect(await postSay(owner, { imgUrl: pictures, address: '昆明', isPublic: '1' })).toMatchObject({
      code: 200,
      data: null,
    })
    expect(await list()).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        userId: owner.id,
        nickname: '石衡',
        isStaff: true,
        avatar: '',
        imgUrl: '/file/img/a.png,https://img.test/b.jpg',
        imgSets: [],
        content: '今日到样',
        address: '昆明',
        isPublic: 1,
        userLikeList: [],
        isLike: null,
        sayCommentVOList: [],
        createTime: toWireDateTime(clock),
        createTimeStr: '刚刚',
      },
    ])
    const id = await findNewest()
    expect(await jade.ask(`DELETE /v1/say/?sayId=${id}`)).toMatchObject({ code: -7 })
    expect(await owner.ask(`DELETE /v1/say/?sayId=${id}`)).toMatchObject({ code: 200 })
    expect(await owner.ask(`DELETE /v1/say/?sayId=${id}`)).toMatchObject({ code: 500, message: '这条动态不存在' })
    expect(await list()).toEqual([])
  })

  it('are visible to the owner only when hidden, and cannot be liked or answered by others', async () => {
    await postSay(owner, { isPublic: 0, content: '只给自己看' })
    const id = await findNewest()
    expect(await list(jade)).toEqual([])
    expect(await list()).toEqual([])
    const missing = { code: 500, message: '这条动态不存在' }
    expect(await jade.ask(`GET /v1/say/like?sayId=${id}`)).toMatchObject(missing)
    expect(await jade.ask('POST /v1/say/comment', { sayId: id, content: '好' })).toMatchObject(missing)
    expect(await owner.ask(`GET /v1/say/like?sayId=${id}`)).toMatchObject({ code: 200 })
  })

  it('accept up to nine pictures, of this site or over HTTPS', async () => {
    const pictures = Array.from({ length: 9 }, (_, nth) => `/file/img/${nth}.png`)
    expect(await postSay(owner, { imgUrl: pictures.join(',') })).toMatchObject({ code: 200 })
    const refusal: [string, string][] = [
      [[...pictures, '/file/img/10.png'].join(','), '最多上传 9 张图片'],
      ['http://img.test/a.png', '图片地址不正确，请重新上传'],
      ['javascript:alert(1)', '图片地址不正确，请重新上传'],
      ['/v1/article/like?articleId=1', '图片地址不正确，请重新上传'],
    ]
    for (const [imgUrl, message] of refusal)
      expect(await postSay(owner, { imgUrl })).toMatchObject({ code: 400, message })
    expect(await postSay(owner, { content: '<i></i>' })).toMatchObject({ code: 400, message: '请填写内容' })
    expect(await postSay(owner, { content: '<i></i>', imgUrl: '/file/img/a.png' })).toMatchObject({ code: 200 })
  })

  it('can be liked and unliked, also under concurrent clicks', async () => {
    await postSay(owner)
    const id = await findNewest()
    const like = (member: Member) => member.ask(`GET /v1/say/like?sayId=${id}`)
    expect(await like(jade)).toMatchObject({ code: 200, data: '点赞成功' })
    expect(await like(jade)).toMatchObject({ data: '取消点赞成功' })
    await Promise.all(Array.from({ length: 5 }, () => like(jade)))
    await like(pearl)
    const [shown] = await list(jade)
    expect(shown.isLike).toBe(true)
    expect(shown.userLikeList.map((user: Loose) => user.id).sort()).toEqual([jade.id, pearl.id].sort())
    expect(JSON.stringify(shown)).not.toContain('@')
    expect(await jade.ask('GET /v1/say/like?sayId=nothing')).toMatchObject({ code: 500 })
  })

  it('have comments in plain text, oldest first, with a rate limit', async () => {
    await postSay(owner)
    const sayId = await findNewest()
    const answer = (member: Member, content: string, replyUserId: string | null = null) =>
      member.ask('POST /v1/say/comment', { sayId, content, replyUserId })
    const first = await answer(jade, '<b>好</b><script>x</script>')
    expect(first).toMatchObject({ code: 200, data: null, extra: { id: expect.stringMatching(/^\d+$/) } })
    await answer(pearl, '同意', jade.id)
    await answer(jade, '问', owner.id)
    expect(await answer(jade, '<p></p>')).toMatchObject({ code: 500, message: '评论失败' })
    const [{ sayCommentVOList }] = await list()
    expect(sayCommentVOList).toMatchObject([
      { id: first.extra.id, userId: jade.id, content: '好', replyUserId: null },
      { userId: pearl.id, content: '同意', replyUserId: jade.id, replyUserNickname: '玉声' },
      { userId: jade.id, content: '问', replyUserId: null },
    ])
    for (let nth = 0; nth < 18; nth += 1) expect((await answer(jade, `第 ${nth}`)).code).toBe(200)
    const refused = await answer(jade, '再来')
    expect(refused.message).toMatch(/^评论过于频繁/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('lose a comment only when its author or an editor deletes it', async () => {
    await postSay(owner)
    const sayId = await findNewest()
    const editor = await join(upstream, '编辑', 'editor')
    const addComment = async (member: Member, content: string): Promise<string> =>
      (await member.ask('POST /v1/say/comment', { sayId, content })).extra.id
    const [first, second, third] = [
      await addComment(jade, '一'),
      await addComment(jade, '二'),
      await addComment(pearl, '三'),
    ]
    const remove = (member: Member, id: string) => member.ask(`DELETE /v1/say/comment?id=${id}`)
    const missing = { code: 500, message: '评论不存在', data: null }
    expect(await remove(pearl, first)).toMatchObject(missing)
    expect(await ask(upstream, `DELETE /v1/say/comment?id=${first}`)).toMatchObject({ code: 401 })
    expect(await remove(jade, first)).toMatchObject({ code: 200, data: null })
    expect(await remove(jade, first)).toMatchObject(missing)
    expect(await remove(editor, second)).toMatchObject({ code: 200 })
    expect((await list())[0].sayCommentVOList).toMatchObject([{ id: third, content: '三' }])
    expect(await remove(owner, third)).toMatchObject({ code: 200 })
    expect((await list())[0].sayCommentVOList).toEqual([])
  })
})

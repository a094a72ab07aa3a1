import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

describeDatabases('feedback and reports', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2025, 2, 9, 4)
  let jade: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    jade = await join(upstream, '玉声')
  })

  let editor: Member
  beforeEach(async () => {
    await upstream.db.deleteFrom('feedback').execute()
    editor = await join(upstream, '编辑', 'editor')
  })
  const report = (body: Record<string, unknown>, from = '203.0.113.7', token?: string) =>
    ask(upstream, 'POST /v1/certificate/report', { from, token, body })
  const list = async (query = '') => (await editor.ask(`GET /v1/review/feedback${query}`)).data

  it('are listed to editors with all fields when they come from a visitor', async () => {
    const body = {
      kind: 'certificate',
      certificateNo: 'SH2026 0001\u202e',
      place: '某直播间',
      text: '证书编号查不到。\n卖家说是真的。',
      contact: '13800000000',
      userId: jade.id,
      type: 1,
    }
    expect(await report(body)).toMatchObject({ code: 200, data: { key: expect.stringMatching(/^[\w-]{43}$/) } })
    expect((await list()).records).toEqual([
      {
        id: expect.any(String),
        type: 3,
        title: '举报：假证书 SH2026 0001',
        content:
          '证书编号查不到。\n卖家说是真的。\n证书编号：SH2026 0001\n网址或销售地点：某直播间\n联系方式：13800000000',
        imgUrl: null,
        pictures: [],
        userId: null,
        email: null,
        nickname: null,
        status: 0,
        createTime: expect.stringMatching(/^2025-03/),
        answers: [],
      },
    ])
    await report({ kind: 'site', text: '假网站' }, '203.0.113.8', jade.token)
    await report({ kind: 'name', text: '冒用' }, '203.0.113.9')
    const { records } = await list()
    expect(records.map(({ title }: Loose) => title).sort()).toEqual(
      ['举报：假证书 SH2026 0001', '举报：假冒网站', '举报：冒用机构名称'].sort(),
    )
    expect(records.find(({ title }: Loose) => title === '举报：假冒网站')).toMatchObject({ nickname: '玉声' })
  })

  it('are limited to five an hour for each address, with the time to wait', async () => {
    const send = (from: string) => report({ kind: 'site', text: '假网站' }, from)
    for (let nth = 0; nth < 5; nth += 1) expect((await send('203.0.113.20')).code).toBe(200)
    const refusal = await send('203.0.113.20')
    expect(refusal).toMatchObject({ code: 500, message: '请求过于频繁,稍后重试' })
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(3000)
    expect((await send('203.0.113.21')).code).toBe(200)
    expect(await report({ kind: 'site', text: '\u200b' }, '203.0.113.22')).toMatchObject({ code: 400 })
  })

  it('can be closed and reopened by editors only', async () => {
    await jade.ask('POST /v1/feedback/', { type: 2, title: '页面', content: '打不开', imgUrl: '/file/img/a.png' })
    clock += 1000
    await report({ kind: 'site', text: '假网站' }, '203.0.113.30')
    const { records } = await list()
    expect(records).toMatchObject([
      { type: 3 },
      { type: 2, userId: jade.id, nickname: '玉声', imgUrl: '/file/img/a.png' },
    ])
    const set = (member: Member, id: string, status: number) => member.ask('POST /v1/review/feedback', { id, status })
    expect(await set(jade, records[0].id, 1)).toMatchObject({ code: -7 })
    expect(await set(editor, records[0].id, 1)).toMatchObject({ code: 200, data: null })
    expect((await list('?status=1')).records).toMatchObject([{ id: records[0].id, status: 1 }])
    expect((await list('?status=0')).records).toMatchObject([{ id: records[1].id }])
    await set(editor, records[0].id, 0)
    expect((await list('?status=0')).total).toBe(2)
    expect(await set(editor, 'nothing', 1)).toMatchObject({ code: 500, message: '这条反馈不存在' })
  })

  it('are refused with an unsafe picture address or an empty text', async () => {
    const send = (more: object) => jade.ask('POST /v1/feedback/', { type: 1, title: '题', content: '文', ...more })
    expect(await send({ imgUrl: 'javascript:alert(1)' })).toMatchObject({ code: 400 })
    expect(await send({ content: ' \u200b' })).toMatchObject({ code: 400, message: '添加反馈失败' })
    expect(await send({ imgUrl: '' })).toMatchObject({ code: 200 })
  })
})

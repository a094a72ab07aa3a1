import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Mailer, noMailer } from '#platform/mail/mailer.ts'
import { ask, type Loose } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstream, makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'

const ANSWER = 'POST /v1/review/feedback/answer'
const FEEDBACK = { type: 2, title: '编号 <b>查不到</b>', content: '第一行\n第二行 & 其他' }
const FROM_VISITOR = { ...FEEDBACK, email: ' Buyer@Example.test ' }

describeDatabases('answers to feedback', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2026, 10, 22, 4)
  let jade: Member
  let editor: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += HOUR_MS
    await upstream.db.deleteFrom('feedback').execute()
    jade = await join(upstream, '玉声')
    editor = await join(upstream, '编辑', 'editor')
  })

  const send = (body: object = FROM_VISITOR, from = '203.0.113.7') =>
    ask(upstream, 'POST /v1/feedback/visitor', { from, body: { ...body } })
  const list = async (): Promise<Loose[]> => (await editor.ask('GET /v1/review/feedback')).data.records

  it('are mailed to a visitor with the original text', async () => {
    expect(await send()).toMatchObject({ code: 200, data: null })
    const [item] = await list()
    expect(item).toMatchObject({ type: 2, userId: null, email: 'buyer@example.test', status: 0, answers: [] })
    clock += HOUR_MS
    const content = '已核实：编号多了一位。\n请按证书正面输入。'
    expect(await editor.ask(ANSWER, { id: item.id, content })).toMatchObject({ code: 200, data: { delivery: 'mail' } })
    const [mail] = await upstream.mailbox()
    expect(mail).toMatchObject({ to: 'buyer@example.test', subject: '关于《编号 <b>查不到</b>》的答复' })
    expect(mail?.text).toContain('您于 2026 年 11 月 22 日提交的留言')
    for (const part of [content, '> 第一行\n> 第二行 & 其他']) expect(mail?.text).toContain(part)
    expect((await list())[0]).toMatchObject({
      status: 1,
      answers: [{ content, nickname: '编辑', delivery: 'mail', createTime: expect.stringMatching(/^2026-11-22/) }],
    })
  })

  it('are sent to a member as escaped notices, one for each answer', async () => {
    await jade.ask('POST /v1/feedback/', FEEDBACK)
    const [{ id }] = await list()
    const answers = ['谢谢 <img src=x onerror=alert(1)>\n会改', '已改好']
    for (const content of answers) {
      clock += 1000
      expect(await editor.ask(ANSWER, { id, content })).toMatchObject({ data: { delivery: 'notice' } })
    }
    const { data } = await jade.ask('GET /v1/im/getMessageNotice?type=0')
    const { id: ticket } = await upstream.db.selectFrom('tickets').select('id').executeTakeFirstOrThrow()
    const end = `<br>如需补充，请点开本通知（留言 T-${ticket}）`
    expect(data.records.map(({ content }: Loose) => content)).toEqual([
      `您的反馈《编号 &lt;b&gt;查不到&lt;/b&gt;》已有答复：<br>已改好${end}`,
      `您的反馈《编号 &lt;b&gt;查不到&lt;/b&gt;》已有答复：<br>谢谢 &lt;img src=x onerror=alert(1)&gt;<br>会改${end}`,
    ])
    expect((await list())[0].answers.map(({ content }: Loose) => content)).toEqual(answers)
  })

  it('can be written by editors only, under their own name', async () => {
    await send()
    const [{ id }] = await list()
    const body = { id, content: '好', userId: jade.id, nickname: '冒名', delivery: 'mail' }
    expect(await jade.ask(ANSWER, body)).toMatchObject({ code: -7 })
    expect(await ask(upstream, ANSWER, { body })).toMatchObject({ code: 401 })
    expect((await list())[0].answers).toEqual([])
    await editor.ask(ANSWER, body)
    expect((await list())[0].answers).toMatchObject([{ nickname: '编辑' }])
  })

  it('are refused for unknown feedback, and when empty or too long', async () => {
    expect(await editor.ask(ANSWER, { id: 'nothing', content: '好' })).toMatchObject({ message: '这条反馈不存在' })
    await send()
    const [{ id }] = await list()
    expect(await editor.ask(ANSWER, { id, content: ' \u200b' })).toMatchObject({ code: 400, message: '请填写答复内容' })
    expect(await editor.ask(ANSWER, { id, content: '好'.repeat(1001) })).toMatchObject({ code: 400 })
  })

  it('are stored as not delivered for a report, which has no address', async () => {
    await ask(upstream, 'POST /v1/certificate/report', { from: '203.0.113.9', body: { kind: 'site', text: '假网站' } })
    const [{ id }] = await list()
    expect(await editor.ask(ANSWER, { id, content: '已转交' })).toMatchObject({ data: { delivery: 'none' } })
    expect((await list())[0]).toMatchObject({ status: 0, answers: [{ content: '已转交', delivery: 'none' }] })
  })

  it('require valid feedback: malformed addresses and the sixth in an hour are refused', async () => {
    for (const email of ['buyer', 'a@b', 'a@example.test\nBcc: x@example.test', 'a@example.test, b@example.test']) {
      expect(await send({ ...FROM_VISITOR, email }, '203.0.113.40')).toMatchObject({ code: 10024 })
    }
    expect(await send({ ...FROM_VISITOR, title: '\u200b' }, '203.0.113.40')).toMatchObject({ code: 400 })
    expect(await send({ ...FROM_VISITOR, content: '长'.repeat(256) }, '203.0.113.40')).toMatchObject({ code: 400 })
    expect(await list()).toEqual([])
    for (let nth = 0; nth < 5; nth += 1) expect((await send(FROM_VISITOR, '203.0.113.41')).code).toBe(200)
    const refusal = await send(FROM_VISITOR, '203.0.113.41')
    expect(refusal).toMatchObject({ code: 500, message: '请求过于频繁,稍后重试' })
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(3000)
  })
})

it('answers a visitor without an account by mail', async () => {
  const upstream = await makeUpstream()
  const editor = await join(upstream, '编辑', 'editor')
  expect(await ask(upstream, 'POST /v1/feedback/visitor', { body: FROM_VISITOR })).toMatchObject({ code: 200 })
  const [{ id }] = (await editor.ask('GET /v1/review/feedback')).data.records
  expect(await editor.ask(ANSWER, { id, content: '已查明' })).toMatchObject({ code: 200, data: { delivery: 'mail' } })
  expect(await upstream.mailbox()).toMatchObject([
    { to: 'buyer@example.test', text: expect.stringContaining('已查明') },
  ])
  await upstream.close()
})

describe('an answer by mail', () => {
  it.each<[string, Mailer, boolean]>([
    ['is not set up', noMailer, false],
    ['fails', { send: () => Promise.reject(new Error('no route')) }, true],
  ])('is stored, and the feedback stays open, when mail %s', async (_title, mailer, sendsMail) => {
    const upstream = await makeUpstream({ mailer })
    const editor = await join(upstream, '编辑', 'editor')
    await ask(upstream, 'POST /v1/feedback/visitor', { body: FROM_VISITOR })
    const listed = await editor.ask('GET /v1/review/feedback')
    expect(listed.extra).toEqual({ sendsMail })
    const [{ id }] = listed.data.records
    expect(await editor.ask(ANSWER, { id, content: '答复' })).toMatchObject({ data: { delivery: 'none' } })
    expect((await editor.ask('GET /v1/review/feedback')).data.records).toMatchObject([
      { status: 0, answers: [{ content: '答复', delivery: 'none' }] },
    ])
    await upstream.close()
  })
})

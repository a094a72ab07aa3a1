import { sampleForm } from '@portal/contract/articles/content.ts'
import { toInstantMs } from '@portal/contract/time.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { type Bureau, openBureau } from '#testing/staff/bureau.ts'
import { listMonthDays } from './article-calendar.ts'

it.each([
  ['2026-02', '2026-01-26', '2026-03-01'],
  ['2027-02', '2027-02-01', '2027-02-28'],
  ['2026-12', '2026-11-30', '2027-01-03'],
  ['2027-01', '2026-12-28', '2027-01-31'],
  ['2028-02', '2028-01-31', '2028-03-05'],
])('shows %s from Monday %s to Sunday %s', (month, first, last) => {
  const days = listMonthDays(month)
  expect([days[0], days.at(-1)]).toEqual([first, last])
  expect(days.length % 7).toBe(0)
  expect(new Set(days).size).toBe(days.length)
})

describeDatabases('calendar of articles', (make) => {
  let bureau: Bureau
  let editor: Member
  const clock = toInstantMs('2026-11-29 10:00') ?? 0
  let id = 0
  beforeAll(async () => {
    bureau = await openBureau(make, { now: () => clock })
    editor = await bureau.hire('edit')
    const { version } = await bureau.done(bureau.owner, 'GET /v1/manage/site')
    const specialDays = [
      { name: '元旦', from: '2027-01-01', until: '2027-01-02', spans: [] },
      { name: '调休', from: '2027-01-03', until: '2027-01-03', spans: [['9:00', '17:00']] },
    ]
    await bureau.done(bureau.owner, 'PUT /v1/manage/site', { version, settings: { hours: { specialDays } } })
    id = (await create('岁末开放日')).id
  })
  afterAll(() => bureau.close())

  async function create(title: string) {
    const form = { ...sampleForm, title, categoryId: 33 }
    return { form, ...(await bureau.done(editor, 'POST /v1/manage/articles', { form })) }
  }
  const readMonth = (month = '2026-12') => bureau.done(editor, `GET /v1/manage/articles/calendar?month=${month}`)
  const find = async (month?: string) =>
    (await readMonth(month)).entries.filter((entry: { id: number }) => entry.id === id)
  const schedule = (body: Record<string, unknown>) => editor.ask(`PUT /v1/manage/articles/${id}/schedule`, body)
  const read = () => bureau.done(editor, `GET /v1/manage/articles/${id}`)

  it('shows a scheduled article by the title that will be published, and afterwards the published one', async () => {
    const { form } = await read()
    await schedule({ version: 1, publishAt: '2026-12-15 09:00', form: { ...form, title: '岁末开放日安排' } })
    expect(await find()).toEqual([
      { id, title: '岁末开放日安排', state: 'scheduled', isUpdate: false, time: '2026-12-15 09:00', version: 1 },
    ])
    const listed = await bureau.done(editor, 'GET /v1/manage/articles?view=scheduled')
    expect(listed.records).toMatchObject([{ id, title: '岁末开放日安排', state: 'scheduled' }])
    const search = (keyword: string) =>
      bureau.done(editor, `GET /v1/manage/articles?keyword=${encodeURIComponent(keyword)}`)
    expect((await search('开放日安排')).records).toMatchObject([{ id }])
    expect((await search('无此题')).records).toEqual([])
    expect(await find('2026-11')).toEqual([])
    // The week of 30 November belongs to both months.
    await schedule({ version: 1, publishAt: '2026-12-01 00:00' })
    expect(await find('2026-11')).toHaveLength(1)
    expect(await find('2026-12')).toHaveLength(1)
  })

  it('names holidays, made-up working days and closed weekends by the opening hours', async () => {
    const { days, today } = await readMonth()
    expect(today).toBe('2026-11-29')
    const shown = days.filter(({ day }: { day: string }) => day >= '2026-12-31' || day === '2026-12-26')
    expect(shown).toEqual([
      { day: '2026-12-26', special: null, isClosed: true },
      { day: '2026-12-31', special: null, isClosed: false },
      { day: '2027-01-01', special: '元旦', isClosed: true },
      { day: '2027-01-02', special: '元旦', isClosed: true },
      { day: '2027-01-03', special: '调休', isClosed: false },
    ])
  })

  it('moves the time alone: the scheduled text and the draft of the editor stay', async () => {
    const before = await read()
    const draft = { ...before.schedule.form, contentMd: '还没有写完。' }
    await bureau.done(editor, `PUT /v1/manage/articles/${id}/draft`, { baseVersion: before.version, form: draft })
    expect(await schedule({ version: before.version, publishAt: '2026-12-06 09:00' })).toMatchObject({ code: 200 })
    const after = await read()
    expect(after.schedule).toEqual({ ...before.schedule, publishAt: '2026-12-06 09:00' })
    expect(after.draft.form.contentMd).toBe('还没有写完。')
    const { records } = await bureau.done(bureau.owner, 'GET /v1/manage/audit?action=content.schedule')
    expect(records[0]).toMatchObject({ targetName: '岁末开放日安排', outcome: 'done' })
    expect(records[0].changes).toMatchObject([{ before: '2026-12-01 00:00', after: '2026-12-06 09:00' }])
  })

  it('records what a save into the schedule has changed: the text, not the time', async () => {
    const { version, schedule: scheduled } = await read()
    const form = { ...scheduled.form, title: '岁末开放日通知', contentMd: '新的正文。' }
    await schedule({ version, publishAt: scheduled.publishAt, form })
    const { records } = await bureau.done(bureau.owner, 'GET /v1/manage/audit?action=content.schedule')
    expect(records[0].changes).toEqual([
      { member: 'title', before: '岁末开放日安排', after: '岁末开放日通知' },
      { member: 'contentMd', before: '原定的正文', after: '改过的正文' },
    ])
  })

  it('moves nothing into the past, nothing that changed meanwhile, and nothing that is not scheduled', async () => {
    expect((await schedule({ version: 1, publishAt: '2026-11-28 09:00' })).message).toBe(
      '发布时间已过，请选择以后的时间',
    )
    expect((await schedule({ version: 2, publishAt: '2026-12-07 09:00' })).code).toBe(409)
    expect(await find()).toMatchObject([{ time: '2026-12-06 09:00' }])
    const other = await create('未排期')
    const answer = await editor.ask(`PUT /v1/manage/articles/${other.id}/schedule`, {
      version: 1,
      publishAt: '2026-12-07 09:00',
    })
    expect(answer.code).not.toBe(200)
    expect((await readMonth()).entries.map(({ title }: { title: string }) => title)).not.toContain('未排期')
  })

  it('leaves one job, at the new time', async () => {
    const { version } = await read()
    await schedule({ version, publishAt: '2026-12-08 09:00' })
    const { db } = bureau.upstream
    const jobs = db.selectFrom('jobs').select('due_at').where('kind', '=', 'publishing').where('ref', '=', String(id))
    expect(await jobs.execute()).toEqual([{ due_at: toInstantMs('2026-12-08 09:00') }])
  })
})

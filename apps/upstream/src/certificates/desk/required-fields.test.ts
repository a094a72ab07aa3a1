import type { FieldRule } from '@portal/contract/certificates/rules/required-fields.ts'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { answerNoPictures, makeTurquoise } from '#testing/staff/desk-people.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

describeDatabases('required fields', (make) => {
  const desk = useDesk(make)
  const PATH = '/v1/manage/certificates'

  let owner: Awaited<ReturnType<typeof desk.person>>
  beforeAll(async () => {
    owner = await desk.person('顾怀瑾', ['owner'])
    const fresh = desk.upstream.db.updateTable('sessions').set({ factor_at: Date.now() })
    await fresh.where('user_id', '=', owner.id).execute()
  })
  const setRules = async (requiredFields: FieldRule[] | null, who = owner) => {
    const { version } = (await owner.ask('GET /v1/manage/site')).data
    const settings = { certificates: { requiredFields } }
    return await who.ask('PUT /v1/manage/site', { version, settings })
  }
  afterEach(() => setRules(null))

  const create = async (category: string) => (await desk.writer.ask(`POST ${PATH}`, { category })).data.certificateNo

  it('must be filled in or, if only reminded of, answered before a text is submitted', async () => {
    const certificateNo = await create('turquoise')
    const put = async (answers: object[]) => {
      const { revision } = (await desk.view(desk.writer, certificateNo)).pendingChange
      return await desk.writer.ask(`PUT ${PATH}/${certificateNo}`, { revision, form: makeTurquoise(), answers })
    }
    expect((await put([])).data).toMatchObject({ faults: [], warnings: [{ member: 'pictures', text: '缺少图片' }] })
    expect((await desk.submit(desk.writer, certificateNo)).message).toBe('还有 1 处警示未答复')
    await put([answerNoPictures(makeTurquoise())])

    expect(await setRules([{ category: 'turquoise', member: 'color', demand: 'must' }])).toMatchObject({ code: 200 })
    const { rules, pendingChange } = await desk.view(desk.writer, certificateNo)
    expect(rules.requiredFields).toEqual([{ category: 'turquoise', member: 'color', demand: 'must' }])
    expect(pendingChange.faults).toEqual([{ member: 'color', text: '缺少颜色' }])
    expect((await desk.submit(desk.writer, certificateNo)).message).toBe('还有 1 处错误未改正')
    await desk.write(desk.writer, certificateNo, makeTurquoise({ color: '蓝色' }))
    expect(await desk.submit(desk.writer, certificateNo)).toMatchObject({ code: 200 })
  })

  it.each([
    ['must', '缺少光泽；请退回，由制作人改正'],
    ['warn', '缺少光泽；请退回，由制作人补上或答复'],
  ] as const)('are those of the day of approval: %s', async (demand, refusal) => {
    const certificateNo = await desk.submitted(desk.writer)
    await setRules([{ category: 'turquoise', member: 'lustre', demand }])
    const { records } = (await desk.signer.ask(`POST ${PATH}/review`, { numbers: [certificateNo] })).data
    expect(records).toMatchObject([{ certificateNo, refusal }])
    expect(await desk.approve(desk.signer, certificateNo)).toMatchObject({ code: 400, message: refusal })
    const { revision } = (await desk.view(desk.signer, certificateNo)).pendingChange
    const returned = await desk.step(desk.signer, certificateNo, 'return', { revision, reason: '请补光泽' })
    expect(returned).toMatchObject({ code: 200 })
    await desk.write(desk.writer, certificateNo, makeTurquoise({ lustre: '蜡状光泽' }))
    await desk.submit(desk.writer, certificateNo)
    expect(await desk.approve(desk.signer, certificateNo)).toMatchObject({ code: 200 })
  })

  it('warn of a standard that is not in the table of the owner', async () => {
    const certificateNo = await create('turquoise')
    const readWarnings = async () =>
      (await desk.view(desk.writer, certificateNo)).pendingChange.warnings.map(({ text }: { text: string }) => text)
    await desk.write(desk.writer, certificateNo, makeTurquoise({ standards: 'GB/T 16552、Q/SH 001' }))
    expect(await readWarnings()).toEqual(['缺少图片', '标准表中没有“Q/SH 001”'])
    const table = ['GB/T 16552', 'Q/SH 001'].map((code) => ({ code, title: '标准', from: '', until: '' }))
    const standards = table.map((one) => ({ ...one, categories: ['turquoise'] }))
    const { version } = (await owner.ask('GET /v1/manage/site')).data
    const save = (more: object) =>
      owner.ask('PUT /v1/manage/site', { version, settings: { certificates: { standards, ...more } } })
    expect(await save({ standards: [{ ...standards[0], code: '国标' }] })).toMatchObject({ code: 400 })
    expect(await save({ standards: [standards[0], standards[0]] })).toMatchObject({ code: 400 })
    expect(await save({})).toMatchObject({ code: 200 })
    expect(await readWarnings()).toEqual(['缺少图片'])
    expect((await desk.view(desk.writer, certificateNo)).rules.standards).toEqual(standards)
    await desk.upstream.db.deleteFrom('site_settings').where('name', '=', 'standards').execute()
  })

  it('leave published certificates as they are', async () => {
    const certificateNo = await desk.published(desk.writer, desk.signer)
    await setRules([{ category: 'turquoise', member: 'lustre', demand: 'must' }])
    expect((await desk.view(desk.writer, certificateNo)).shownState).toBe('published')
    expect(await desk.step(desk.writer, certificateNo, 'withdraw', { reason: '样品有误' })).toMatchObject({ code: 200 })
    expect(await desk.approve(desk.signer, certificateNo)).toMatchObject({ code: 200 })
  })

  it('are changed by owners alone, who have just proved their second factor', async () => {
    const rule: FieldRule = { category: 'jade', member: 'color', demand: 'must' }
    expect((await setRules([rule], desk.signer)).code).not.toBe(200)
    expect(await setRules([{ ...rule, member: 'conclusion', demand: 'none' }])).toMatchObject({ code: 400 })
    expect(await setRules([{ ...rule, member: 'issuedOn' }])).toMatchObject({ code: 400 })
    expect(await setRules([rule, { ...rule, demand: 'warn' }])).toMatchObject({ code: 400 })
    const sessions = desk.upstream.db.updateTable('sessions').where('user_id', '=', owner.id)
    await sessions.set({ factor_at: 0 }).execute()
    expect((await setRules([rule])).code).not.toBe(200)
    await sessions.set({ factor_at: Date.now() }).execute()
  })

  it('leave an entry in the audit log and a version in the history of the site', async () => {
    await setRules([{ category: 'jade', member: 'color', demand: 'must' }])
    const { records } = (await owner.ask('GET /v1/manage/audit?action=site.save')).data
    expect(records[0].changes).toMatchObject([{ member: 'requiredFields', before: null }])
    const versions = (await owner.ask('GET /v1/manage/site/versions')).data.records
    expect(versions[0].changes).toMatchObject([{ group: 'certificates', member: 'requiredFields' }])
  })
})

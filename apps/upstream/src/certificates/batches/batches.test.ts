import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Duty } from '@portal/contract/accounts/duties.ts'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import type { Batch, BatchRow } from '@portal/contract/certificates/desk/batches.ts'
import type { FieldRule } from '@portal/contract/certificates/rules/required-fields.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { createSignatoryRepository } from '#accounts/people/signatories.ts'
import { createCodeSeal } from '#certificates/desk/desk-drafts.ts'
import { createJobs } from '#platform/jobs/jobs.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join as joinIn, type Member } from '#testing/members.ts'
import { interruptBatch, BATCHES_PATH as PATH, uploadBatchFile, waitForBatch } from '#testing/staff/batch-uploads.ts'
import { waiveReminders } from '#testing/staff/desk-people.ts'
import { giveSigningName } from '#testing/staff/give-signing-name.ts'
import { listNames } from '#testing/stores.ts'
import { makeWorkbook } from '#testing/workbooks.ts'
import type { BatchContext } from './batch-context.ts'
import { createBatchJobs } from './batch-jobs.ts'
import { removeHidden } from './batch-staging.ts'
import type { BatchChanges } from './batch-state.ts'
import { storeBatch } from './batch-store.ts'

const HEAD = '证书编号,核对码,类别,检验结论,总质量（g）,折射率,密度（g/cm³）,检验日期,变更原因'
const row = (changes: Record<number, string> = {}) =>
  Object.assign(['', '', '绿松石', '绿松石', '12.50', '1.61（点测）', '2.76', '2026-11-19', ''], changes).join(',')

describeDatabases('a batch of certificates', (make) => {
  let upstream: TestUpstream
  let clockMs = Date.parse('2026-11-20T02:00:00Z')
  let nth = 0
  let zhou: Member
  let chen: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs, jobTickMs: 10 })
    await waiveReminders(upstream.db)
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    nth += 1
    clockMs += 61_000
    zhou = await person(`周观澜${nth}`, ['certify'])
    chen = await person(`陈景行${nth}`, ['certify', 'approve'])
  })

  async function person(name: string, duties: readonly Duty[]): Promise<Member> {
    const member = await joinIn(upstream, name)
    await setDuties(upstream.db, member.id, duties, { by: null, at: 0 })
    await giveSigningName(upstream.db, member.id, name)
    const signatories = createSignatoryRepository({ db: upstream.db, now: () => clockMs })
    const record = {
      title: '高级工程师',
      validFrom: '2026-01-01',
      validTo: '2026-12-31',
      categories: ['turquoise' as const],
    }
    if (duties.includes('approve')) await signatories.add(member.id, record)
    return member
  }

  /** A number that no other test has. */
  const makeNumber = (serial: number) => makeCertificateNo('20261103', nth * 100 + serial)
  const csv = (...rows: string[]) => [HEAD, ...rows].join('\n')

  async function upload(content: string | Buffer, name = 'a.csv', who = zhou): Promise<number> {
    const answer = await uploadBatchFile(upstream, who, content, name)
    expect(answer).toMatchObject({ code: 200 })
    return answer.data.id
  }
  const settled = (id: number, who = zhou): Promise<Batch> => waitForBatch(who, id)
  /** Waits until a cancelled batch is deleted. */
  async function gone(id: number): Promise<void> {
    const found = upstream.db.selectFrom('certificate_batches').select('id').where('id', '=', id)
    while (await found.executeTakeFirst()) await nextTurn()
  }
  const checked = async (content: string | Buffer, name?: string) => await settled(await upload(content, name))
  const readRows = async (id: number, show = 'all'): Promise<BatchRow[]> =>
    (await zhou.ask(`GET ${PATH}/${id}/rows?show=${show}`)).data.rows
  const fix = (id: number, lineNo: number, member: string, value: string, who = zhou) =>
    who.ask(`PUT ${PATH}/${id}/cells`, { cells: [{ lineNo, member, value }] })
  async function store(id: number, target = 'draft', more: object = {}): Promise<Batch> {
    expect(await zhou.ask(`POST ${PATH}/${id}/store`, { target, ...more })).toMatchObject({ code: 200 })
    return await settled(id)
  }
  const view = async (certificateNo: string, who = zhou) =>
    (await who.ask(`GET /v1/manage/certificates/${certificateNo}`)).data
  const numbersIn = async (table: 'certificates' | 'pending_changes') =>
    (await upstream.db.selectFrom(table).select('certificate_no').orderBy('certificate_no').execute()).map(
      ({ certificate_no }) => certificate_no,
    )

  /** A published certificate. */
  async function published(serial: number): Promise<string> {
    const certificateNo = makeNumber(serial)
    const { id } = await checked(csv(row({ 0: certificateNo, 1: '7K3M9Q' })))
    await store(id, 'submitted')
    const { revision, contentHash } = (await view(certificateNo)).pendingChange
    const path = `POST /v1/manage/certificates/${certificateNo}/approve`
    expect(await chen.ask(path, { revision, contentHash })).toMatchObject({ code: 200 })
    return certificateNo
  }

  describe('when it is checked', () => {
    it('counts the effects of its rows, and stores nothing at the desk', async () => {
      const before = await numbersIn('certificates')
      const batch = await checked(csv(row({ 0: makeNumber(1) }), row(), row({ 3: '' }), row({ 6: '3.90' })))
      expect(batch).toMatchObject({ state: 'ready', rows: 4, encoding: 'utf-8' })
      expect(batch.counts).toEqual({ added: 3, corrected: 0, unchanged: 0, warned: 1, faulty: 1, pending: 0 })
      expect(await numbersIn('certificates')).toEqual(before)
    })

    it('shows every fault of a row at its cell, with the value that was probably meant', async () => {
      const wrong = makeNumber(1).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10))
      const { id } = await checked(csv(row({ 0: wrong, 3: '', 4: '12.5g' }), row({ 4: '"9,07"', 7: '2026-13-01' })))
      const [first, second] = await readRows(id, 'faulty')
      const listFaults = (one: BatchRow | undefined) =>
        Object.fromEntries(
          one?.cells.flatMap(({ member, faults }) => faults.map(({ suggestion: value }) => [member, value])) ?? [],
        )
      expect(listFaults(first)).toEqual({
        certificateNo: makeNumber(1),
        conclusion: null,
        totalMassG: '12.5',
      })
      expect(listFaults(second)).toEqual({ totalMassG: '9.07', testedOn: null })
    })

    it('finds days after today and a number of a day to come, each at its cell', async () => {
      const head = HEAD.replace('检验日期', '收样日期,检验日期')
      const line = (received: string, tested: string, no = '') =>
        `${no},,绿松石,绿松石,12.50,1.61（点测）,2.76,${received},${tested},`
      const { id } = await checked(
        [
          head,
          line('2026-11-20', '2026-11-20'),
          line('2027-05-01', '2026-11-19'),
          line('2026-11-19', '2026-11-18'),
          line('', '2026-11-19', makeCertificateNo('20261121', 1)),
        ].join('\n'),
      )
      const faults = (await readRows(id)).map(({ cells }) =>
        cells.flatMap(({ member, faults: own }) => own.map(({ text }) => [member, text])),
      )
      expect(faults).toEqual([
        [],
        [['receivedOn', '收样日期 2027-05-01 晚于今天 2026-11-20']],
        [['testedOn', '检验日期 2026-11-18 早于收样日期 2026-11-19']],
        [['certificateNo', '证书编号中的日期 2026-11-21 晚于今天 2026-11-20']],
      ])
    })

    it('finds a duplicate number until one of its rows is fixed', async () => {
      const { id } = await checked(csv(row({ 0: makeNumber(1) }), row({ 0: makeNumber(1) })))
      expect((await readRows(id, 'faulty')).map(({ lineNo }) => lineNo)).toEqual([3])
      const { data } = await fix(id, 2, 'certificateNo', makeNumber(2))
      expect(data.counts).toMatchObject({ added: 2, faulty: 0 })
    })

    it('marks a value that does not fit the conclusion as a warning', async () => {
      const { id } = await checked(csv(row({ 6: '3.90' })))
      const [only] = await readRows(id, 'warned')
      expect(only?.cells.find(({ member }) => member === 'specificGravity')?.warnings).toHaveLength(1)
    })

    it('leaves out members that approving writes, and reports the use of each column', async () => {
      const { columns } = await checked(
        `检验结论,类别,密度,检验员,签发日期,图片,拉曼光谱,<b>\n绿松石,绿松石,2.76,周,2026-11-19,a.jpg,一致,x\n`,
      )
      expect(columns.map(({ use }) => use)).toEqual([
        'known',
        'known',
        'known',
        'signed',
        'signed',
        'pictures',
        'unknown',
        'unusable',
      ])
    })

    it('keeps a column with an unknown name off the certificate, until an editor chooses its name', async () => {
      const { id } = await checked('检验结论,类别,密度,仓位,拉曼光谱\n绿松石,绿松石,2.76,A-3,一致\n')
      const members = async () => (await readRows(id)).flatMap(({ cells }) => cells.map(({ member }) => member))
      const shown = ['conclusion', 'category', 'specificGravity']
      expect(await members()).toEqual(shown)
      await zhou.ask(`PUT ${PATH}/${id}`, { columns: { 拉曼光谱: '拉曼光谱' } })
      const { columns } = await settled(id)
      expect(columns.map(({ use, becomes, sample }) => [use, becomes, sample]).slice(3)).toEqual([
        ['unknown', null, 'A-3'],
        ['own', '拉曼光谱', '一致'],
      ])
      expect(await members()).toEqual([...shown, '拉曼光谱'])
    })

    it('counts the pictures above the cells of the chosen sheet, which are left out', async () => {
      const link = (type: string, ...targets: string[]) => {
        const base = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
        const links = targets.map(
          (target, at) => `<Relationship Id="r${at}" Type="${base}/${type}" Target="${target}"/>`,
        )
        return `<Relationships>${links.join('')}</Relationships>`
      }
      const more = [
        { name: 'xl/worksheets/_rels/sheet2.xml.rels', content: link('drawing', '../drawings/drawing1.xml') },
        {
          name: 'xl/drawings/_rels/drawing1.xml.rels',
          content: link('image', '../media/image1.png', '../media/image2.png'),
        },
      ]
      const rows = [HEAD.split(','), row().split(',')]
      const sheets = ['甲', '乙'].map((name) => ({ name, rows }))
      const id = await upload(makeWorkbook(sheets, { more }), 'a.xlsx')
      for (const [sheet, pictures] of [
        ['乙', 2],
        ['甲', 0],
      ] as const) {
        await settled(id)
        await zhou.ask(`PUT ${PATH}/${id}`, { sheet })
        expect(await settled(id)).toMatchObject({ state: 'ready', pictures })
      }
    })

    it('requires a choice of the sheet, and is checked again with the chosen one', async () => {
      const sheets = [
        { name: '说明', rows: [['x']] },
        { name: '送检单', rows: [HEAD.split(','), row().split(',')] },
      ]
      const id = await upload(makeWorkbook(sheets), 'a.xlsx')
      expect(await settled(id)).toMatchObject({ state: 'asking', sheets: [{ name: '说明' }, { name: '送检单' }] })
      await zhou.ask(`PUT ${PATH}/${id}`, { sheet: '送检单' })
      expect(await settled(id)).toMatchObject({ state: 'ready', counts: { added: 1 } })
    })

    it('is read again with a member that an editor chose for a column', async () => {
      const id = await upload('结论,类别,颜色,名称\n,绿松石,蓝,绿松石\n')
      expect(await settled(id)).toMatchObject({ counts: { faulty: 1 } })
      await zhou.ask(`PUT ${PATH}/${id}`, { columns: { 名称: '检验结论', 结论: '' } })
      expect(await settled(id)).toMatchObject({ counts: { added: 1, faulty: 0 } })
    })

    it('fails with the reason for a file that is no table', async () => {
      expect(await checked('%PDF-1.7', 'a.csv')).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('PDF'),
      })
    })
  })

  describe('its fixed cells', () => {
    it('are checked at once, and kept for the same file', async () => {
      const content = csv(row({ 0: makeNumber(1), 4: '12.5g' }))
      const { id } = await checked(content)
      expect((await fix(id, 2, 'totalMassG', '12.50')).data).toMatchObject({ counts: { added: 1, faulty: 0 } })
      await zhou.ask(`DELETE ${PATH}/${id}`)
      expect(await checked(content)).toMatchObject({ counts: { added: 1, faulty: 0 } })
      expect(await settled(await upload(content, 'a.csv', chen), chen)).toMatchObject({ counts: { faulty: 1 } })
    })

    it('are deleted after seven days, together with the file', async () => {
      const content = csv(row({ 4: '12.5g' }))
      const { id } = await checked(content)
      await fix(id, 2, 'totalMassG', '12.50')
      const { db, digest } = upstream
      const store = upstream.files.certificateImports
      const now = () => clockMs + 8 * DAY_MS
      const certificateBatch = createBatchJobs({ db, digest, store, now })
      await certificateBatch.sweep()
      const jobs = createJobs({
        db,
        now,
        handlers: { certificateBatch },
        onError: (error) => expect.fail(error.message),
      })
      await jobs.runDue()
      await jobs.close()
      expect([await db.selectFrom('certificate_batches').select('id').execute(), await listNames(store)]).toEqual([
        [],
        [],
      ])
      expect(await zhou.ask(`GET ${PATH}/${id}`)).toMatchObject({ message: '没有这次导入，可能已取消或过期' })
      expect(await checked(content)).toMatchObject({ counts: { faulty: 1 } })
    })
  })

  describe('when it is stored', () => {
    it('becomes drafts with the next numbers of the day, codes and their writer', async () => {
      const { id } = await checked(csv(row(), row({ 3: '绿松石（充填）' })))
      const before = new Set(await numbersIn('certificates'))
      expect(await store(id)).toMatchObject({ state: 'done', drafts: 2, submitted: 0 })
      const made = (await numbersIn('certificates')).filter((number) => !before.has(number))
      expect(made).toHaveLength(2)
      expect(made.every((number) => number.startsWith('SH20261120'))).toBe(true)
      const { pendingChange, events } = await view(made[0] ?? '')
      expect(pendingChange).toMatchObject({
        state: 'draft',
        kind: 'first',
        writers: [{ id: zhou.id }],
        form: { fields: { totalMassG: '12.50' } },
      })
      expect(events.map(({ step }: { step: string }) => step)).toEqual(['import'])
      const { data } = await zhou.ask(`GET /v1/manage/certificates?search=${made[0]}`)
      expect(data.records).toHaveLength(1)
    })

    it('keeps the number and the code of a row, and shows the code nowhere', async () => {
      const { id } = await checked(csv(row({ 0: makeNumber(1), 1: '7K3M9Q' })))
      const before = JSON.stringify([await readRows(id), (await zhou.ask(`GET ${PATH}/${id}`)).data])
      expect(before).not.toContain('7K3M9Q')
      await store(id)
      const entry = await upstream.db
        .selectFrom('certificates')
        .selectAll()
        .where('certificate_no', '=', makeNumber(1))
        .executeTakeFirstOrThrow()
      expect(createCodeSeal(upstream.digest).open(entry.code_sealed ?? '', makeNumber(1))).toBe('7K3M9Q')
      expect(
        JSON.stringify(await upstream.db.selectFrom('certificate_batch_rows').selectAll().execute()),
      ).not.toContain('7K3M9Q')
    })

    it('submits rows for a signatory, who must be another person; rows with warnings become drafts', async () => {
      const [first, second] = [makeNumber(1), makeNumber(2)]
      const { id } = await checked(csv(row({ 0: first }), row({ 0: second, 6: '3.90' })))
      await upstream.db.updateTable('users').set({ signing_name: null }).where('id', '=', zhou.id).execute()
      expect(await zhou.ask(`POST ${PATH}/${id}/store`, { target: 'submitted' })).toMatchObject({
        code: 403,
        message: expect.stringContaining('还没有证书署名'),
      })
      await giveSigningName(upstream.db, zhou.id, `周观澜${nth}`)
      expect(await store(id, 'submitted')).toMatchObject({ drafts: 1, submitted: 1 })
      const { pendingChange } = await view(first)
      expect(pendingChange).toMatchObject({ state: 'submitted', submittedBy: `周观澜${nth}` })
      expect((await view(second)).pendingChange).toMatchObject({ state: 'draft' })
      const approval = { revision: pendingChange.revision, contentHash: pendingChange.contentHash }
      await setDuties(upstream.db, zhou.id, ['certify', 'approve'], { by: null, at: 0 })
      const own = await zhou.ask(`POST /v1/manage/certificates/${first}/approve`, approval)
      expect(own.code).toBe(403)
      expect(await chen.ask(`POST /v1/manage/certificates/${first}/approve`, approval)).toMatchObject({ code: 200 })
      expect((await view(first)).shownState).toBe('published')
    })

    it('submits rows whose warnings are answered, with the answer of their kind', async () => {
      const [first, second] = [makeNumber(1), makeNumber(2)]
      const { id, warnings } = await checked(
        csv(row({ 0: first, 6: '3.90' }), row({ 0: second, 6: '3.91', 5: '1.90（点测）' })),
      )
      expect(warnings).toMatchObject([
        { member: 'specificGravity', conclusion: '绿松石', text: expect.not.stringContaining('3.9'), rows: 2 },
        { member: 'refractiveIndex', rows: 1, answer: null },
      ])
      const answer = (member: string, text: string) =>
        zhou.ask(`PUT ${PATH}/${id}/answers`, { member, conclusion: '绿松石', answer: text })
      expect((await answer('specificGravity', '已复测两次')).data[0]).toMatchObject({ answer: '已复测两次' })
      expect(await answer('color', '已复测')).toMatchObject({ message: '没有这种警示，可能已改正' })
      expect(await store(id, 'submitted')).toMatchObject({ drafts: 1, submitted: 1 })
      const { pendingChange } = await view(first)
      expect(pendingChange).toMatchObject({
        state: 'submitted',
        answers: [{ key: pendingChange.warnings[0].key, text: '已复测两次' }],
      })
      expect((await view(second)).pendingChange).toMatchObject({ state: 'draft', answers: [{ text: '已复测两次' }] })
      const approval = { revision: pendingChange.revision, contentHash: pendingChange.contentHash }
      expect(await chen.ask(`POST /v1/manage/certificates/${first}/approve`, approval)).toMatchObject({ code: 200 })
    })

    it('reminds of pictures, requires fields by the rules of the owner, and never requires a file to have pictures', async () => {
      const setRules = (rules: FieldRule[]) =>
        upstream.db
          .updateTable('site_settings')
          .set({ value: JSON.stringify(rules) })
          .where('name', '=', 'requiredFields')
          .execute()
      const standards: FieldRule = { category: 'turquoise', member: 'standards', demand: 'none' }
      await setRules([standards])
      const [first, second] = [makeNumber(1), makeNumber(2)]
      const reminded = await checked(csv(row({ 0: first })))
      expect(reminded.warnings).toMatchObject([{ member: 'pictures', text: '缺少图片', rows: 1 }])
      const answer = { member: 'pictures', conclusion: '绿松石', answer: '委托方不要求附图' }
      await zhou.ask(`PUT ${PATH}/${reminded.id}/answers`, answer)
      expect(await store(reminded.id, 'submitted')).toMatchObject({ drafts: 0, submitted: 1 })
      expect((await view(first)).pendingChange.answers).toMatchObject([{ text: '委托方不要求附图' }])

      await setRules([standards, { category: 'turquoise', member: 'pictures', demand: 'must' }])
      const required = await checked(csv(row({ 0: second })))
      expect(required.warnings).toMatchObject([{ member: 'pictures', text: '缺少图片，入库后为草稿' }])
      await zhou.ask(`PUT ${PATH}/${required.id}/answers`, answer)
      expect(await store(required.id, 'submitted')).toMatchObject({ drafts: 1, submitted: 0 })

      await setRules([standards, { category: 'turquoise', member: 'lustre', demand: 'must' }])
      const { id } = await checked(csv(row({ 0: makeNumber(3) })))
      const [faulty] = await readRows(id, 'faulty')
      expect(faulty?.cells.find(({ member }) => member === 'lustre')?.faults).toEqual([
        { text: '缺少光泽', suggestion: null },
      ])
      await fix(id, 2, 'lustre', '蜡状光泽')
      expect((await settled(id)).counts).toMatchObject({ added: 1, faulty: 0 })
      await upstream.db.deleteFrom('site_settings').where('name', '=', 'requiredFields').execute()
      await waiveReminders(upstream.db)
    })

    it('counts the warnings of a kind again when a cell is fixed', async () => {
      const { id } = await checked(csv(row({ 6: '3.90' }), row({ 6: '3.91' })))
      await fix(id, 2, 'specificGravity', '2.76')
      expect((await settled(id)).warnings).toMatchObject([{ rows: 1 }])
      await fix(id, 3, 'conclusion', '')
      expect((await settled(id)).warnings).toEqual([])
    })

    it('corrects a published certificate with a reason, and skips an unchanged one', async () => {
      const [first, second] = [await published(1), await published(2)]
      const { id, counts, withoutReason } = await checked(
        csv(row({ 0: first, 4: '12.60' }), row({ 0: second, 4: '12.50' })),
      )
      expect([counts, withoutReason]).toMatchObject([{ corrected: 1, unchanged: 1, added: 0 }, 1])
      const [changed] = await readRows(id, 'corrected')
      expect(changed?.cells.filter(({ before }) => before !== null)).toMatchObject([
        { member: 'totalMassG', before: '12.50', value: '12.60' },
      ])
      expect(await zhou.ask(`POST ${PATH}/${id}/store`, { target: 'draft' })).toMatchObject({
        message: '请填写更正原因',
      })
      expect(await store(id, 'submitted', { reason: '复称' })).toMatchObject({ submitted: 1, drafts: 0 })
      expect((await view(first)).pendingChange).toMatchObject({ kind: 'correction', version: 2, reason: '复称' })
      expect((await view(second)).pendingChange).toBeNull()
    })

    it('keeps published values whose columns the file does not have', async () => {
      const certificateNo = await published(1)
      const { id, counts } = await checked(`证书编号,总质量（g）,变更原因\n${certificateNo},12.60,复称`)
      expect(counts).toMatchObject({ corrected: 1, faulty: 0, warned: 0 })
      const [changed] = await readRows(id, 'corrected')
      expect(changed?.cells.filter(({ before }) => before !== null)).toMatchObject([{ member: 'totalMassG' }])
      expect(await store(id, 'submitted')).toMatchObject({ submitted: 1 })
      const { form } = (await view(certificateNo)).pendingChange
      expect(form).toMatchObject({
        category: 'turquoise',
        fields: { conclusion: '绿松石', specificGravity: '2.76', totalMassG: '12.60', testedOn: '2026-11-19' },
      })
    })

    it('keeps them in JSONL too, where each row has its own members', async () => {
      const certificateNo = await published(1)
      const line = JSON.stringify({ certificateNo, totalMassG: '12.60', specificGravity: '', reason: '复称' })
      const { warnings } = await checked(line, 'a.jsonl')
      expect(warnings).toMatchObject([{ member: 'specificGravity', rows: 1 }])
    })

    it('requires an answer before an empty cell empties a published value, at the desk too', async () => {
      const [first, second] = [await published(1), await published(2)]
      const { id, warnings } = await checked(
        csv(row({ 0: first, 6: '', 8: '复核' }), row({ 0: second, 6: '', 8: '复核' })),
      )
      expect(warnings).toMatchObject([
        { member: 'specificGravity', conclusion: '绿松石', text: '密度（g/cm³）将被清空', rows: 2, answer: null },
      ])
      const [emptied] = await readRows(id, 'warned')
      expect(emptied?.cells.find(({ member }) => member === 'specificGravity')).toMatchObject({
        value: '',
        before: '2.76',
        warnings: ['密度（g/cm³）将被清空：原为 2.76'],
      })
      // A cell that is filled again is no warning.
      await fix(id, 3, 'specificGravity', '2.77')
      expect((await settled(id)).warnings).toMatchObject([{ rows: 1 }])
      expect(await store(id, 'submitted')).toMatchObject({ drafts: 1, submitted: 1 })
      const { pendingChange } = await view(first)
      expect(pendingChange).toMatchObject({ state: 'draft', warnings: [{ text: '密度（g/cm³）将被清空：原为 2.76' }] })
      const path = `/v1/manage/certificates/${first}`
      const { revision, form } = pendingChange
      expect((await zhou.ask(`POST ${path}/submit`, { revision })).message).toBe('还有 1 处警示未答复')
      const answers = [{ key: pendingChange.warnings[0].key, text: '样品未测密度' }]
      const saved = await zhou.ask(`PUT ${path}`, { revision, form, answers })
      expect(await zhou.ask(`POST ${path}/submit`, { revision: saved.data.revision })).toMatchObject({ code: 200 })
      // The signatory sees the warning with its answer.
      expect((await view(first, chen)).pendingChange).toMatchObject({
        state: 'submitted',
        warnings: [{ member: 'specificGravity' }],
        answers,
      })
    })

    it('empties a value by a cell that is cleared in the page', async () => {
      const certificateNo = await published(1)
      const { id } = await checked(csv(row({ 0: certificateNo, 4: '12.60', 8: '复核' })))
      await fix(id, 2, 'specificGravity', '')
      expect((await settled(id)).warnings).toMatchObject([{ member: 'specificGravity', rows: 1 }])
    })

    it('stores the answer of the file for each value that it empties', async () => {
      const certificateNo = await published(1)
      const { id } = await checked(csv(row({ 0: certificateNo, 6: '', 8: '复核' })))
      const body = { member: 'specificGravity', conclusion: '绿松石', answer: '样品未测密度' }
      await zhou.ask(`PUT ${PATH}/${id}/answers`, body)
      expect(await store(id, 'submitted')).toMatchObject({ drafts: 0, submitted: 1 })
      expect((await view(certificateNo)).pendingChange).toMatchObject({ answers: [{ text: '样品未测密度' }] })
    })

    it('is refused completely while one row has a fault', async () => {
      const { id } = await checked(csv(row({ 0: makeNumber(1) }), row({ 3: '' })))
      expect(await zhou.ask(`POST ${PATH}/${id}/store`, { target: 'draft' })).toMatchObject({
        message: expect.stringContaining('还有 1 行有错'),
      })
      expect(await numbersIn('pending_changes')).not.toContain(makeNumber(1))
    })

    it('stores nothing when a number was taken since the check, and shows which', async () => {
      const content = csv(row({ 0: makeNumber(1) }), row({ 0: makeNumber(2) }))
      const [mine, other] = [await checked(content), await checked(csv(row({ 0: makeNumber(2) })))]
      await store(other.id)
      await zhou.ask(`POST ${PATH}/${mine.id}/store`, { target: 'draft' })
      const after = await settled(mine.id)
      expect(after).toMatchObject({
        state: 'ready',
        message: expect.stringContaining('什么也没有入库'),
        counts: { added: 1, faulty: 1, pending: 1 },
      })
      expect(await numbersIn('certificates')).not.toContain(makeNumber(1))
    })

    it('stores nothing when a certificate was changed at the desk since the check', async () => {
      const certificateNo = await published(1)
      const { id } = await checked(csv(row({ 0: certificateNo, 4: '12.60', 8: '复称' })))
      await zhou.ask('POST /v1/manage/certificates', { corrects: certificateNo, reason: '颜色' })
      await zhou.ask(`POST ${PATH}/${id}/store`, { target: 'draft' })
      expect(await settled(id)).toMatchObject({ state: 'ready', counts: { faulty: 1, pending: 1 } })
    })
  })

  describe('when its process dies between preparing and showing', () => {
    /** Prepares everything of a batch and no more. */
    async function prepareOnly(id: number, target = 'draft'): Promise<void> {
      const { db, digest } = upstream
      const changes = { state: 'storing' as const, target: target as 'draft', reason: '复称' }
      const batches = db.updateTable('certificate_batches').set(changes).where('id', '=', id)
      const batch = await batches.returningAll().executeTakeFirstOrThrow()
      const died = new Error('died')
      const context: BatchContext = {
        db,
        digest,
        store: upstream.files.certificateImports,
        now: () => clockMs,
        reading: { run: () => Promise.reject(died) },
        update: () => Promise.reject(died),
        step: (_batch, _changes, piece) => db.transaction().execute(piece),
      }
      await expect(storeBatch(context, batch)).rejects.toBe(died)
    }
    const resume = async (id: number, changes: BatchChanges = {}, attempts = 1) => {
      await interruptBatch(upstream.db, id, changes, attempts)
      return await settled(id)
    }
    const path = (number: string) => `/v1/manage/certificates/${number}`
    const waiting = async () => (await chen.ask('GET /v1/manage/overview')).data

    it('hides certificates that are being stored, and reserves their numbers', async () => {
      const [old, fresh] = [await published(1), makeNumber(2)]
      const before = [await view(old), await waiting(), (await chen.ask(`GET ${path(old)}/history`)).data.events]
      const { id } = await checked(csv(row({ 0: old, 4: '12.60' }), row({ 0: fresh })))
      await prepareOnly(id, 'submitted')
      expect([await view(old), await waiting(), (await chen.ask(`GET ${path(old)}/history`)).data.events]).toEqual(
        before,
      )
      const readMessage = async (number: string, rest = '') => (await chen.ask(`GET ${path(number)}${rest}`)).message
      for (const rest of ['', '/history']) {
        expect(await readMessage(fresh, rest)).toBe(await readMessage(makeNumber(99), rest))
      }
      const approval = { revision: 1, contentHash: 'a'.repeat(64) }
      expect((await chen.ask(`POST ${path(fresh)}/approve`, approval)).message).toBe(await readMessage(makeNumber(99)))
      const correction = await chen.ask('POST /v1/manage/certificates', { corrects: old, reason: '颜色' })
      expect(correction).toMatchObject({ code: 409, message: '这份证书正在批量入库，请稍后再办理' })

      expect(await resume(id)).toMatchObject({ state: 'done', submitted: 2, drafts: 0 })
      expect((await view(old)).pendingChange).toMatchObject({ kind: 'correction', version: 2, state: 'submitted' })
      expect((await view(fresh)).events.map(({ step }: { step: string }) => step)).toEqual(['submit', 'import'])
      const { data } = await zhou.ask(`GET /v1/manage/certificates?search=${fresh}`)
      expect(data.records).toHaveLength(1)
    })

    it('is cancelled without a trace', async () => {
      const [old, fresh] = [await published(1), makeNumber(2)]
      const { id } = await checked(csv(row({ 0: old, 4: '12.60' }), row({ 0: fresh }), row()))
      const before = await numbersIn('certificates')
      const changes = await numbersIn('pending_changes')
      await prepareOnly(id)
      expect(await numbersIn('certificates')).toHaveLength(before.length + 2)
      expect(await zhou.ask(`DELETE ${PATH}/${id}`)).toMatchObject({ code: 200 })
      await gone(id)
      expect([await numbersIn('certificates'), await numbersIn('pending_changes')]).toEqual([before, changes])
      const events = upstream.db.selectFrom('certificate_events').select('step')
      expect(await events.where('certificate_no', '=', fresh).execute()).toEqual([])
      expect((await view(old)).events.map(({ step }: { step: string }) => step)).not.toContain('correct')
      const correction = await chen.ask('POST /v1/manage/certificates', { corrects: old, reason: '颜色' })
      expect(correction).toMatchObject({ code: 200 })
      expect((await store((await checked(csv(row({ 0: fresh })))).id)).drafts).toBe(1)
    })

    it('stores one of two batches with the same number completely, and nothing of the other', async () => {
      const [mine, other] = [
        await checked(csv(row({ 0: makeNumber(1) }), row({ 0: makeNumber(2) }))),
        await checked(csv(row({ 0: makeNumber(2) }), row({ 0: makeNumber(3) }))),
      ]
      await prepareOnly(mine.id)
      await zhou.ask(`POST ${PATH}/${other.id}/store`, { target: 'draft' })
      expect(await settled(other.id)).toMatchObject({
        state: 'ready',
        message: expect.stringContaining('什么也没有入库'),
        counts: { added: 1, faulty: 1, pending: 1 },
      })
      expect(await numbersIn('certificates')).not.toContain(makeNumber(3))
      expect(await resume(mine.id)).toMatchObject({ state: 'done', drafts: 2 })
    })

    it('continues with pieces that are not prepared, and lists each row once', async () => {
      const { db } = upstream
      const { id } = await checked(csv(row({ 0: makeNumber(1) }), row({ 0: makeNumber(2) })))
      await prepareOnly(id)
      const rows = db.selectFrom('certificate_batch_rows').selectAll().where('batch_id', '=', id)
      const [first, second] = await rows.orderBy('line_no').execute()
      if (!first || !second) throw new Error('two rows')
      const batch = await db
        .selectFrom('certificate_batches')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await db.transaction().execute((trx) => removeHidden(trx, batch, [second]))
      expect(await resume(id)).toMatchObject({ state: 'done', drafts: 2 })
      // Once more, after the first row was listed. What is visible goes on, however often it was interrupted.
      await db.deleteFrom('certificate_desk').where('certificate_no', '=', makeNumber(2)).execute()
      await db.insertInto('certificate_batch_rows').values(second).execute()
      expect(await resume(id, { state: 'listing' }, 5)).toMatchObject({ state: 'done', drafts: 2 })
      const listed = db.selectFrom('certificate_desk').select('change_state')
      expect(await listed.where('certificate_no', '=', makeNumber(2)).execute()).toEqual([{ change_state: 'draft' }])
      expect((await view(makeNumber(1))).events).toHaveLength(1)
    })
  })

  it('belongs to the person who uploaded it', async () => {
    const { id } = await checked(csv(row()))
    for (const [method, rest, body] of [
      ['GET', ''],
      ['GET', '/rows'],
      ['DELETE', ''],
      ['POST', '/store', { target: 'draft' }],
      ['PUT', '', { sheet: 'a' }],
      ['PUT', '/cells', { cells: [{ lineNo: 2, member: 'color', value: '蓝' }] }],
    ] as const) {
      expect(await chen.ask(`${method} ${PATH}/${id}${rest}`, body)).toMatchObject({
        message: '没有这次导入，可能已取消或过期',
      })
    }
    expect((await chen.ask(`GET ${PATH}`)).data).toEqual([])
  })

  it('continues after its process has died, and ends when it is cancelled, with its file', async () => {
    const many = Array.from({ length: 600 }, () => row())
    const { id } = await checked(csv(...many))
    await upstream.db
      .deleteFrom('certificate_batch_rows')
      .where('batch_id', '=', id)
      .where('line_no', '>', 501)
      .execute()
    await interruptBatch(upstream.db, id, { state: 'checking', rows_done: 500, added: 500 })
    expect(await settled(id)).toMatchObject({ rows: 600, counts: { added: 600 } })
    await zhou.ask(`DELETE ${PATH}/${id}`)
    await gone(id)
    const left = upstream.db.selectFrom('certificate_batch_rows').select('line_no').where('batch_id', '=', id)
    expect(await left.execute()).toEqual([])
    const open = upstream.db.selectFrom('certificate_batches').where('state', 'not in', ['done', 'failed'])
    const files = open.select('file')
    const kept = (await files.execute()).map(({ file }) => file)
    expect(await listNames(upstream.files.certificateImports)).toEqual(kept.sort())
  })

  it('has templates whose headings are all known', async () => {
    for (const [name, file] of [
      ['template', 'a.csv'],
      ['templateXlsx', 'a.xlsx'],
    ]) {
      const { rawPayload } = await upstream.app.inject({
        url: `${PATH}/${name}`,
        headers: { authorization: zhou.token },
      })
      const { columns, message } = await checked(rawPayload, file)
      expect([name, message]).toEqual([name, '文件中没有证书'])
      expect(columns.every(({ use }) => use === 'known')).toBe(true)
    }
  })
})

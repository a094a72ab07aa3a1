import type { Duty } from '@portal/contract/accounts/duties.ts'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setDuties } from '#accounts/duties/duties.ts'
import { createCodeSeal } from '#certificates/desk/desk-drafts.ts'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import { appendToLog } from '#log/append.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { giveSigningName } from '#testing/staff/give-signing-name.ts'

const PATH = '/v1/manage/certificates'
const CODE = '7K3M9Q'

describeDatabases('printing certificates', (make) => {
  let upstream: TestUpstream
  const clockMs = Date.parse('2026-11-23T02:00:00Z')
  let serial = 0
  let certify: Member
  let support: Member

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clockMs })
    certify = await hirePerson('周观澜', ['certify'])
    support = await hirePerson('林知微', ['support'])
  })
  afterAll(() => upstream.close())

  async function hirePerson(name: string, duties: readonly Duty[]): Promise<Member> {
    const member = await join(upstream, name)
    await setDuties(upstream.db, member.id, duties, { by: null, at: 0 })
    await giveSigningName(upstream.db, member.id, name)
    return member
  }

  interface MadeCertificate {
    accreditation?: string
    state?: 'published' | 'draft' | 'withdrawn' | 'reissued'
    /** Days of issue of its versions. */
    days?: readonly string[]
    isImported?: boolean
  }

  /** Adds a certificate as the desk or an import stores it. */
  async function add({
    state = 'published',
    days = ['2026-11-03'],
    isImported = false,
    accreditation,
  }: MadeCertificate = {}) {
    const { db, digest } = upstream
    serial += 1
    const certificateNo = makeCertificateNo('20261103', serial)
    const holdsCode = !isImported && (state === 'published' || state === 'draft')
    await db
      .insertInto('certificates')
      .values({
        certificate_no: certificateNo,
        state,
        version: days.length,
        category: 'turquoise',
        revision: 1,
        body_import_id: 0,
        import_id: 0,
        imported_at: clockMs,
        newer_no: state === 'reissued' ? makeCertificateNo('20261118', 7) : null,
        check_code_hash: hashCheckCode(digest, certificateNo, CODE),
        code_sealed: holdsCode ? createCodeSeal(digest).seal(CODE, certificateNo) : null,
      })
      .execute()
    for (const [index, issuedOn] of days.entries()) {
      const values = { category: 'turquoise', conclusion: '绿松石', issuedOn, 拉曼光谱: '416 cm⁻¹' }
      const body = JSON.stringify({ ...values, ...(accreditation && { accreditation }) })
      const imported_at = Date.parse(`${issuedOn}T04:30:00Z`)
      const row = { certificate_no: certificateNo, version: index + 1, import_id: 0, body, imported_at }
      if (state !== 'draft') await db.insertInto('certificate_versions').values(row).execute()
    }
    if (state !== 'draft') {
      const appending = { certificateNo, now: clockMs, digest, fileDigest: async () => undefined }
      await db.transaction().execute((trx) => appendToLog(trx, appending))
    }
    return certificateNo
  }

  const print = (certificateNo: string, who = certify, kind = 'card') =>
    who.ask(`POST ${PATH}/${certificateNo}/print`, { kind })
  const copy = (certificateNo: string, who = support, kind = 'a4') =>
    who.ask(`POST ${PATH}/${certificateNo}/copy`, { kind })

  it('gives the text with free members, its code, the replaced version and the time of publication', async () => {
    const certificateNo = await add({ days: ['2026-11-03', '2026-11-20'] })
    const { code, data } = await print(certificateNo)
    expect(code).toBe(200)
    expect(data).toMatchObject({
      checkCode: CODE,
      certificate: { certificateNo, version: 2, conclusion: '绿松石', 拉曼光谱: '416 cm⁻¹' },
      replaces: { version: 1, issuedOn: '2026-11-03' },
      publishedTime: '2026-11-20 12:30:00',
    })
  })

  it('gives a copy without the code to support too', async () => {
    const { data } = await copy(await add())
    expect(data.certificate.conclusion).toBe('绿松石')
    expect(data.replaces).toBeNull()
    expect(data).not.toHaveProperty('checkCode')
    expect((await print(await add(), support)).code).toBe(403)
  })

  it.each<[MadeCertificate, string]>([
    [{ state: 'draft' }, '还没有发布'],
    [{ state: 'withdrawn' }, '已撤销，核对码已销毁'],
    [{ state: 'reissued' }, `已换发，核对码已销毁，不能再印；请印新证书 ${makeCertificateNo('20261118', 7)}`],
    [{ isImported: true }, '核对码不在本系统'],
  ])('refuses to print %j, and counts nothing', async (given, refusal) => {
    const certificateNo = await add(given)
    expect(await print(certificateNo)).toMatchObject({ code: 500, message: expect.stringContaining(refusal) })
    const copied = await copy(certificateNo)
    expect(copied.code).toBe(given.isImported ? 200 : 500)
    const { data } = await certify.ask(`GET ${PATH}/${certificateNo}`)
    expect(data.prints).toBe(given.isImported ? 1 : 0)
  })

  it('refuses a code that another installation has sealed', async () => {
    const certificateNo = await add()
    const code_sealed = createCodeSeal(upstream.digest).seal(CODE, await add())
    await upstream.db
      .updateTable('certificates')
      .set({ code_sealed })
      .where('certificate_no', '=', certificateNo)
      .execute()
    expect((await print(certificateNo)).message).toContain('安装密钥已更换')
  })

  it('counts each print, with number, version and kind in the audit log, and the code nowhere', async () => {
    const certificateNo = await add()
    await print(certificateNo)
    await print(certificateNo, certify, 'a5')
    await copy(certificateNo)
    const { data } = await certify.ask(`GET ${PATH}/${certificateNo}`)
    expect(data.prints).toBe(3)
    const entries = await upstream.db
      .selectFrom('audit_log')
      .selectAll()
      .where('target_id', '=', certificateNo)
      .execute()
    expect(entries.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['certificate.print', 'done'],
      ['certificate.print', 'done'],
      ['certificate.copy', 'done'],
    ])
    expect(JSON.stringify(entries)).toMatch(/version.+print.+card/)
    const prints = await upstream.db.selectFrom('certificate_prints').selectAll().execute()
    const listed = await support.ask(`POST ${PATH}/printable`, { numbers: [certificateNo] })
    const audit = await certify.ask('GET /v1/manage/audit')
    for (const told of [entries, prints, listed, audit, data, upstream.logs])
      expect(JSON.stringify(told)).not.toContain(CODE)
  })

  it('counts the prints of the present version only', async () => {
    const certificateNo = await add()
    await print(certificateNo)
    await upstream.db
      .updateTable('certificate_prints')
      .set({ version: 0 })
      .where('certificate_no', '=', certificateNo)
      .execute()
    expect((await certify.ask(`GET ${PATH}/${certificateNo}`)).data.prints).toBe(0)
    await print(certificateNo)
    const { data } = await support.ask(`POST ${PATH}/printable`, { numbers: [certificateNo] })
    expect(data.rows).toMatchObject([{ prints: 1 }])
  })

  it('prints the marks that the version was approved with', async () => {
    expect((await copy(await add())).data.marks).toEqual([])
    expect((await copy(await add({ accreditation: 'CMA 240000000001；CNAS L0001' }))).data.marks).toEqual([
      { kind: 'cma', number: '240000000001' },
      { kind: 'cnas', number: 'L0001' },
    ])
  })

  it('lists which numbers can be printed, and shows the first one without its code', async () => {
    const unknown = makeCertificateNo('20261103', 99_000)
    const numbers = [await add({ state: 'withdrawn' }), await add(), await add({ isImported: true }), unknown]
    const { data } = await support.ask(`POST ${PATH}/printable`, { numbers })
    expect(data.rows).toMatchObject([
      { state: 'withdrawn', hasCode: false },
      { state: 'ready', hasCode: true, version: 1, prints: 0 },
      { state: 'ready', hasCode: false },
      { state: 'unknown', hasCode: false, version: 0 },
    ])
    expect(data.first.certificate.certificateNo).toBe(numbers[1])
    expect(data.first).not.toHaveProperty('checkCode')
    const tooMany = Array.from({ length: 501 }, (_, index) => makeCertificateNo('20261101', index + 1))
    expect((await support.ask(`POST ${PATH}/printable`, { numbers: tooMany })).code).toBe(400)
  })
})

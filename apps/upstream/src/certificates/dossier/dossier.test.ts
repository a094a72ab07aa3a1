import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as joinPath } from 'node:path'
import { toCanonicalJson } from '@portal/contract/certificates/certificate-receipt.ts'
import { checkProofFile, readProofFile } from '@portal/contract/tlog/proof-files.ts'
import { readVerifierKey } from '@portal/contract/tlog/signed-notes.ts'
import { sha256 } from '@portal/contract/tlog/testing/sample-log.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createCodeSeal } from '#certificates/desk/desk-drafts.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { createDeskPeople, waiveReminders } from '#testing/staff/desk-people.ts'

const PATH = '/v1/manage/certificates'
const SPECTRUM = '4000,0.012\n3998,0.013\n'

describeDatabases('the whole file of a certificate', (make) => {
  let upstream: TestUpstream
  let writer: Member
  let signer: Member
  let certificateNo: string
  let recordId: string
  let folder: string
  // The clock runs, because checkpoints are a second apart.
  const startMs = Date.now()
  const now = () => Date.parse('2026-11-20T02:00:00Z') + Date.now() - startMs

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now })
    await waiveReminders(upstream.db)
    const { person } = createDeskPeople(upstream)
    writer = await person('周观澜', ['certify'])
    signer = await person('陈景行', ['approve'])
    folder = mkdtempSync(joinPath(tmpdir(), 'portal-dossier-'))
    certificateNo = await publishTwoVersions()
    const readSize = async () => (await upstream.app.inject('/log/checkpoint')).body.split('\n')[1]
    await vi.waitUntil(async () => (await readSize()) === '2', { timeout: 5000 })
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true })
    await upstream.close()
  })

  const view = async (no: string) => (await writer.ask(`GET ${PATH}/${no}`)).data
  async function submitAndApprove(no: string) {
    const { revision } = (await view(no)).pendingChange
    expect(await writer.ask(`POST ${PATH}/${no}/submit`, { revision })).toMatchObject({ code: 200 })
    const { pendingChange } = await view(no)
    const body = { revision: pendingChange.revision, contentHash: pendingChange.contentHash }
    expect(await signer.ask(`POST ${PATH}/${no}/approve`, body)).toMatchObject({ code: 200 })
  }
  async function publishTwoVersions(): Promise<string> {
    const no = (await writer.ask(`POST ${PATH}`, { category: 'turquoise' })).data.certificateNo
    const fields = { conclusion: '绿松石', totalMassG: '12.50', standards: 'GB/T 16552', testedOn: '2026-11-19' }
    const form = { category: 'turquoise', fields, pictures: [] }
    await writer.ask(`PUT ${PATH}/${no}`, { revision: 1, form, answers: [] })
    const head = '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="红外 光谱.csv"\r\n\r\n'
    const { data } = (
      await upstream.app.inject({
        method: 'POST',
        url: `${PATH}/${no}/records?instrument=${encodeURIComponent('红外光谱仪')}`,
        headers: { authorization: writer.token, 'content-type': 'multipart/form-data; boundary=b' },
        payload: `${head}${SPECTRUM}\r\n--b--\r\n`,
      })
    ).json()
    recordId = data.id
    await submitAndApprove(no)
    await writer.ask(`POST ${PATH}`, { corrects: no, reason: '复称质量' })
    await submitAndApprove(no)
    return no
  }
  const download = (no: string, who: Member) =>
    upstream.app.inject({ url: `${PATH}/${no}/dossier`, headers: { authorization: who.token } })
  /** Unpacks an export with the system's own program. @returns its folder */
  async function unpack(name: string): Promise<string> {
    const answer = await download(certificateNo, signer)
    expect(answer.headers['content-type']).toBe('application/zip')
    const file = joinPath(folder, `${name}.zip`)
    writeFileSync(file, answer.rawPayload)
    execFileSync('unzip', ['-q', file, '-d', joinPath(folder, name)])
    return joinPath(folder, name)
  }
  const checkSums = (unpacked: string) =>
    execFileSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: unpacked, encoding: 'utf8', stdio: 'pipe' })

  it('has every version, event and raw record, and its sums fit', async () => {
    const unpacked = await unpack('whole')
    expect(checkSums(unpacked)).toBe('')
    const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ parentPath, name }) => joinPath(parentPath, name).slice(unpacked.length + 1))
    const log = ['log/checkpoint.txt', 'log/key.txt']
    for (const index of listIndexes(unpacked)) log.push(`log/${index}.json`, `log/${index}.tlog-proof`)
    expect(files.sort()).toEqual(
      [
        ...['README.txt', 'SHA256SUMS', 'certificate.json', 'events.csv', 'prints.csv', 'records.csv'],
        ...['records/v1-01.csv', 'versions/1.json', 'versions/2.json', ...log],
      ].sort(),
    )
    const read = (name: string) => readFileSync(joinPath(unpacked, name), 'utf8')
    expect(read('records/v1-01.csv')).toBe(SPECTRUM)
    expect(read('records.csv')).toContain('records/v1-01.csv,红外 光谱.csv,1,红外光谱仪')
    expect(read('events.csv')).toContain('批准并发布')
    expect(read('events.csv')).toContain('复称质量')
    expect(JSON.parse(read('versions/2.json'))).toMatchObject({ certificateNo, version: 2, conclusion: '绿松石' })
    expect(read('README.txt')).not.toContain('【注意】')
  })

  const listIndexes = (unpacked: string) =>
    JSON.parse(readFileSync(joinPath(unpacked, 'certificate.json'), 'utf8')).logged.map(
      ({ index }: { index: number }) => index,
    ) as number[]

  it('proves each entry of the public log from its own bytes', async () => {
    const unpacked = await unpack('proved')
    const read = (name: string) => readFileSync(joinPath(unpacked, name), 'utf8')
    const log = await readVerifierKey(read('log/key.txt').trimEnd())
    if (!log) throw new Error('no key')
    const indexes = listIndexes(unpacked)
    expect(indexes).toHaveLength(2)
    for (const [at, index] of indexes.entries()) {
      const { entry, salt, text } = JSON.parse(read(`log/${index}.json`))
      expect(createHmac('sha256', Buffer.from(salt, 'base64')).update(text).digest('base64')).toBe(entry)
      expect(text).toBe(toCanonicalJson(JSON.parse(text)))
      expect(JSON.parse(text)).toMatchObject({ certificateNo, version: at + 1, conclusion: '绿松石' })
      const proof = readProofFile(read(`log/${index}.tlog-proof`))
      if (!proof) throw new Error('no proof')
      const bytes = new Uint8Array(Buffer.from(entry, 'base64'))
      expect(await checkProofFile(sha256, proof, bytes, { log })).toMatchObject({ check: 'right' })
      const other = new Uint8Array(32)
      expect(await checkProofFile(sha256, proof, other, { log })).toEqual({ check: 'absent' })
    }
  })

  it('never has the check code', async () => {
    const row = await upstream.db
      .selectFrom('certificates')
      .select(['code_sealed', 'check_code_hash'])
      .where('certificate_no', '=', certificateNo)
      .executeTakeFirstOrThrow()
    const code = createCodeSeal(upstream.digest).open(row.code_sealed ?? '', certificateNo)
    expect(code).toMatch(/^\w{6,}$/)
    const unpacked = await unpack('codes')
    for (const secret of [String(code), row.check_code_hash, String(row.code_sealed)]) {
      // grep ends with 1 when it finds nothing.
      expect(() => execFileSync('grep', ['-rF', secret, unpacked])).toThrow(/grep/)
    }
  })

  it('names a raw record that was altered or lost, whose sum fails', async () => {
    const { rawRecords } = upstream.files
    await rawRecords.put(recordId, Buffer.from(`${SPECTRUM}0,0\n`))
    const altered = await unpack('altered')
    expect(readFileSync(joinPath(altered, 'README.txt'), 'utf8')).toContain(
      '原始记录 records/v1-01.csv（红外 光谱.csv）与上传时的 SHA-256 不符',
    )
    expect(() => checkSums(altered)).toThrow(/1 computed checksum did NOT match/)
    await rawRecords.delete(recordId)
    const lost = await unpack('lost')
    expect(readFileSync(joinPath(lost, 'README.txt'), 'utf8')).toContain(
      '原始记录 records/v1-01.csv（红外 光谱.csv）已丢失',
    )
    expect(() => checkSums(lost)).toThrow(/1 listed file could not be read/)
    await rawRecords.put(recordId, Buffer.from(SPECTRUM))
  })

  it('says what is missing while the log cannot be read', async () => {
    await upstream.db
      .updateTable('log_state')
      .set({ stopped: 'test' as never })
      .execute()
    const unpacked = await unpack('stopped')
    await upstream.db.updateTable('log_state').set({ stopped: null }).execute()
    expect(readFileSync(joinPath(unpacked, 'README.txt'), 'utf8')).toContain('公开日志现在不能读取，没有附检查点与证明')
    expect(checkSums(unpacked)).toBe('')
    expect(readdirSync(joinPath(unpacked, 'log')).every((name) => name.endsWith('.json'))).toBe(true)
  })

  it('is given to signatories, and recorded', async () => {
    expect((await download(certificateNo, writer)).json()).toMatchObject({ code: 403 })
    expect((await download('SH20200101000012', signer)).json()).toMatchObject({ message: '没有这个编号的证书' })
    const { count } = await upstream.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('action', '=', 'certificate.dossier')
      .where('actor_id', '=', signer.id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThan(0)
  })
})

import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join as joinPath } from 'node:path'
import { RAW_RECORD } from '@portal/contract/certificates/desk/raw-record-rules.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ask, type TestAnswer } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { answerNoPictures, createDeskPeople } from '#testing/staff/desk-people.ts'
import { listNames, readStored } from '#testing/stores.ts'
import { createRawRecords } from './raw-records.ts'

const PATH = '/v1/manage/certificates'
const FIELDS = { conclusion: '绿松石', totalMassG: '12.50', standards: 'GB/T 16552', testedOn: '2026-11-19' }
const SPECTRUM = '波数,吸光度\n4000,0.012\n3998,0.013\n'
const UNFIT = '文件的内容与扩展名不符，或不能收存。可收：CSV、TXT、JCAMP-DX（.jdx、.dx）、PNG、JPEG、TIFF、PDF'
const hash = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

describeDatabases('raw records of a certificate', (make) => {
  let upstream: TestUpstream
  let people: { writer: Member; signer: Member; both: Member; support: Member }
  const now = () => Date.parse('2026-11-20T02:00:00Z')
  const listFiles = () => listNames(upstream.files.rawRecords)
  /** Deletes files without a row, two hours later. */
  const sweep = () =>
    createRawRecords({
      db: upstream.db,
      store: upstream.files.rawRecords,
      now: () => Date.now() + 2 * HOUR_MS,
    }).sweep()

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now })
    const { person } = createDeskPeople(upstream)
    people = {
      writer: await person('周观澜', ['certify']),
      signer: await person('陈景行', ['approve']),
      both: await person('林知微', ['certify', 'approve']),
      support: await person('孙客服', ['support']),
    }
  })
  afterAll(() => upstream.close())

  const makeBody = (bytes: Buffer | string, name: string) => {
    const head = `--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="${name}"\r\n\r\n`
    return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--b--\r\n')])
  }
  async function upload(
    certificateNo: string,
    { bytes = SPECTRUM, name = '红外 光谱.csv', instrument = '', who = people.writer } = {} as {
      bytes?: Buffer | string
      name?: string
      instrument?: string
      who?: Member
    },
  ): Promise<TestAnswer> {
    const headers = { authorization: who.token, 'content-type': 'multipart/form-data; boundary=b' }
    const url = `${PATH}/${certificateNo}/records?instrument=${encodeURIComponent(instrument)}`
    return (await upstream.app.inject({ method: 'POST', url, headers, payload: makeBody(bytes, name) })).json()
  }
  const download = (certificateNo: string, id: string, who: Member | null = people.writer) =>
    upstream.app.inject({
      url: `${PATH}/${certificateNo}/records/${id}`,
      headers: who ? { authorization: who.token } : {},
    })
  const remove = (certificateNo: string, id: string, who = people.writer) =>
    who.ask(`DELETE ${PATH}/${certificateNo}/records/${id}`)
  const list = async (certificateNo: string) => (await people.signer.ask(`GET ${PATH}/${certificateNo}/records`)).data
  const view = async (certificateNo: string) => (await people.writer.ask(`GET ${PATH}/${certificateNo}`)).data

  async function createDraft(): Promise<string> {
    const { certificateNo } = (await people.writer.ask(`POST ${PATH}`, { category: 'turquoise' })).data
    const form = { category: 'turquoise', fields: FIELDS, pictures: [] }
    const answers = [answerNoPictures(form)]
    const saved = await people.writer.ask(`PUT ${PATH}/${certificateNo}`, { revision: 1, form, answers })
    expect(saved).toMatchObject({ code: 200 })
    return certificateNo
  }
  async function step(certificateNo: string, name: string, who = people.writer, more: object = {}) {
    const { revision, contentHash } = (await view(certificateNo)).pendingChange
    const body = { revision, ...(name === 'approve' && { contentHash }), ...more }
    return await who.ask(`POST ${PATH}/${certificateNo}/${name}`, body)
  }
  async function publishWithRecord() {
    const certificateNo = await createDraft()
    const { data } = await upload(certificateNo, { bytes: `${SPECTRUM}${certificateNo}` })
    expect(await step(certificateNo, 'submit')).toMatchObject({ code: 200 })
    expect(await step(certificateNo, 'approve', people.signer)).toMatchObject({ code: 200 })
    return { certificateNo, id: data.id as string }
  }

  it('are stored byte for byte, with name, instrument, person, time and SHA-256', async () => {
    const certificateNo = await createDraft()
    const { code, data } = await upload(certificateNo, { instrument: ' 红外光谱仪 ' })
    expect(code).toBe(200)
    const record = { version: 1, fileName: '红外 光谱.csv', kind: 'text', bytes: Buffer.byteLength(SPECTRUM) }
    const about = { sha256: hash(SPECTRUM), instrument: '红外光谱仪', byName: '周观澜', isApproved: false }
    expect(data).toEqual({ ...record, ...about, id: expect.any(String), time: expect.stringContaining('2026-11-20') })
    expect(await list(certificateNo)).toEqual([data])
    expect(String(await readStored(upstream.files.rawRecords, data.id))).toBe(SPECTRUM)
    const { events, pendingChange } = await view(certificateNo)
    const reason = `红外 光谱.csv，SHA-256 ${hash(SPECTRUM)}`
    expect(events[0]).toMatchObject({ step: 'record', version: 1, byName: '周观澜', reason })
    expect(pendingChange.writers.map(({ nickname }: { nickname: string }) => nickname)).toContain('周观澜')
  })

  it('are downloaded as files that no browser runs, by staff of the desk alone', async () => {
    const certificateNo = await createDraft()
    const html = '<!doctype html><script>alert(1)</script>'
    const { id } = (await upload(certificateNo, { bytes: html, name: '../../a.txt' })).data
    expect((await list(certificateNo))[0].fileName).toBe('a.txt')
    for (const who of [people.writer, people.signer]) {
      const answer = await download(certificateNo, id, who)
      expect(answer.body).toBe(html)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'no-store',
      })
    }
    expect((await download(certificateNo, id, people.support)).json()).toMatchObject({ code: 403 })
    expect((await download(certificateNo, id, null)).json()).toMatchObject({ code: 401 })
    const others = await createDraft()
    expect((await download(others, id)).json()).toMatchObject({ message: '没有这个原始记录，可能已移除' })
    for (const path of [
      `/file/img/${id}`,
      `/file/img/..%2fraw-records%2f${id}`,
      `${PATH}/${certificateNo}/records/..`,
    ]) {
      const answer = await upstream.app.inject({ url: path, headers: { authorization: people.writer.token } })
      expect([path, answer.body.includes('script')]).toEqual([path, false])
    }
    const check = { body: { certificateNo, checkCode: '222222' } }
    expect(JSON.stringify(await ask(upstream, 'POST /v1/certificate/check', check))).not.toContain(id)
  })

  it('are of the kinds that instruments write, by their content and the ending of their name', async () => {
    const certificateNo = await createDraft()
    const gbk = Buffer.from([0xb2, 0xa8, 0xca, 0xfd, 0x2c, 0x31, 0x0a])
    const png = Buffer.from('89504e470d0a1a0a0000000d', 'hex')
    const accepted: [string, string | Buffer, string][] = [
      ['a.JDX', '##TITLE=jade\n##JCAMP-DX=4.24\n##END=\n', 'jcamp'],
      ['b.jcamp', '##TITLE=ruby\n##JCAMP-DX=5.01\n##END=\n', 'jcamp'],
      ['gbk.csv', gbk, 'text'],
      ['a.png', png, 'png'],
      ['a.jpeg', Buffer.from('ffd8ffe000104a46', 'hex'), 'jpeg'],
      ['a.tif', Buffer.from('49492a0008000000', 'hex'), 'tiff'],
      ['a.pdf', '%PDF-1.7\n', 'pdf'],
    ]
    for (const [name, bytes, kind] of accepted) {
      expect([name, (await upload(certificateNo, { name, bytes })).data.kind]).toEqual([name, kind])
    }
    const before = await listFiles()
    const refused: [string, string | Buffer][] = [
      ['a.html', '<script>alert(1)</script>'],
      ['a.exe', Buffer.from('4d5a9000', 'hex')],
      ['a.csv', Buffer.from('4d5a90000300', 'hex')],
      ['a.jdx', 'no spectrum'],
      ['a.png', '1,2\n'],
      ['a.csv', png.subarray(0, 9)],
      ['a.csv', `1,2\n${'x'.repeat(9000)}\0`],
      ['a.csv', ''],
      ['csv', '1,2\n'],
    ]
    for (const [name, bytes] of refused) {
      expect([name, await upload(certificateNo, { name, bytes })]).toEqual([
        name,
        expect.objectContaining({ code: 400, message: UNFIT }),
      ])
    }
    expect(await listFiles()).toEqual(before)
  })

  it('keep the ending of a long name', async () => {
    const certificateNo = await createDraft()
    const names = [`${'谱'.repeat(130)}.csv`, `${'谱'.repeat(113)}\u{1f48e}\u{1f48e}.csv`, `${'a'.repeat(116)}.CSV`]
    for (const [at, name] of names.entries()) await upload(certificateNo, { name, bytes: `${at},1\n` })
    const kept: { fileName: string }[] = await list(certificateNo)
    const cut = [`${'谱'.repeat(116)}.csv`, `${'谱'.repeat(113)}\u{1f48e}.csv`, names[2]]
    expect(kept.map(({ fileName }) => fileName).sort()).toEqual(cut.sort())
  })

  it('are limited in size and number, and each content is stored once', async () => {
    const certificateNo = await createDraft()
    const before = await listFiles()
    const large = { bytes: Buffer.alloc(RAW_RECORD.maxBytes + 1, 'x'), name: 'a.txt' }
    expect(await upload(certificateNo, large)).toMatchObject({ code: 400, message: '原始记录的文件不能超过 20 MB' })
    expect(await listFiles()).toEqual(before)
    await upload(certificateNo)
    const again = { code: 400, message: '内容相同的文件已经上传过：红外 光谱.csv' }
    const stored = await listFiles()
    expect(await upload(certificateNo, { name: 'b.csv' })).toMatchObject(again)
    expect(await listFiles()).toEqual(stored)
    const rows = Array.from({ length: RAW_RECORD.filesMax - 1 }, (_none, at) => makeRow(certificateNo, `${at}`))
    await upstream.db.insertInto('certificate_raw_records').values(rows).execute()
    const full = { code: 400, message: '每一版最多 50 个原始记录，共 100 MB' }
    expect(await upload(certificateNo, { bytes: '1,2\n' })).toMatchObject(full)

    const other = await createDraft()
    const bytes = RAW_RECORD.versionMaxBytes - 3
    await upstream.db
      .insertInto('certificate_raw_records')
      .values({ ...makeRow(other, 'large'), bytes })
      .execute()
    expect(await upload(other, { bytes: '1,2\n' })).toMatchObject(full)
    expect(await upload(other, { bytes: '1,2' })).toMatchObject({ code: 200 })
  })
  const makeRow = (certificateNo: string, sha256: string) => ({
    id: hash(certificateNo + sha256).slice(0, 32),
    certificate_no: certificateNo,
    version: 1,
    sha256,
    file_name: 'x.csv',
    kind: 'text' as const,
    bytes: 1,
    instrument: null,
    by_id: people.writer.id,
    by_name: '周观澜',
    at: 0,
    approved_at: null,
  })

  it('are added to a draft only, by people who prepare certificates', async () => {
    const { certificateNo } = await publishWithRecord()
    expect(await upload(certificateNo)).toMatchObject({ code: 500, message: '没有这个编号的证书' })
    const draft = await createDraft()
    expect(await upload(draft, { who: people.signer })).toMatchObject({ code: 403 })
    expect(await upload('SH20200101000012')).toMatchObject({ message: '没有这个编号的证书' })
    await step(draft, 'submit')
    expect(await upload(draft)).toMatchObject({ code: 409 })
  })

  it('are removed from a draft, and their SHA-256 stays in the history', async () => {
    const certificateNo = await createDraft()
    const { id } = (await upload(certificateNo)).data
    expect(await remove(certificateNo, id, people.signer)).toMatchObject({ code: 403 })
    expect(await remove(await createDraft(), id)).toMatchObject({ message: '没有这个原始记录，可能已移除' })
    expect(await remove(certificateNo, id)).toMatchObject({ code: 200 })
    expect(await list(certificateNo)).toEqual([])
    const [event] = (await view(certificateNo)).events
    expect(event).toMatchObject({ step: 'recordRemove', reason: `红外 光谱.csv，SHA-256 ${hash(SPECTRUM)}` })
    expect((await download(certificateNo, id)).json()).toMatchObject({ message: '没有这个原始记录，可能已移除' })
    const submitted = await createDraft()
    const left = (await upload(submitted)).data.id
    await step(submitted, 'submit')
    expect(await remove(submitted, left)).toMatchObject({ code: 409 })
  })

  it('are part of what a signatory approves', async () => {
    const certificateNo = await createDraft()
    await step(certificateNo, 'submit')
    const without = (await view(certificateNo)).pendingChange.contentHash
    await step(certificateNo, 'return')
    const { data } = await upload(certificateNo, { who: people.both })
    await step(certificateNo, 'submit')
    const { pendingChange } = await view(certificateNo)
    expect(pendingChange.rawRecords).toEqual([data])
    expect(pendingChange.contentHash).not.toBe(without)
    const review = await people.signer.ask(`POST ${PATH}/review`, { numbers: [certificateNo] })
    expect(review.data.records[0].rawRecords).toEqual([data])
    expect(await step(certificateNo, 'approve', people.both)).toMatchObject({
      message: '由您制作或提交，须由他人批准',
    })
    const old = { contentHash: without }
    expect(await step(certificateNo, 'approve', people.signer, old)).toMatchObject({ code: 409 })

    const { rawRecords } = upstream.files
    await rawRecords.put(data.id, Buffer.from(`${SPECTRUM} `))
    const altered = { message: '“红外 光谱.csv”与上传时的 SHA-256 不符，或已丢失，请联系管理员从备份中找回' }
    expect(await step(certificateNo, 'approve', people.signer)).toMatchObject(altered)
    expect((await download(certificateNo, data.id)).json()).toMatchObject(altered)
    await rawRecords.delete(data.id)
    expect((await download(certificateNo, data.id)).json()).toMatchObject(altered)
    await rawRecords.put(data.id, Buffer.from(SPECTRUM))
    expect(await step(certificateNo, 'approve', people.signer)).toMatchObject({ code: 200 })
    expect(await list(certificateNo)).toEqual([{ ...data, isApproved: true }])
  })

  it('stay as they are after the approval, in the server and in the database', async () => {
    const { certificateNo, id } = await publishWithRecord()
    const refusal = { code: 409, message: '这个原始记录已随证书批准，不能移除' }
    expect(await remove(certificateNo, id)).toMatchObject(refusal)
    await people.writer.ask(`POST ${PATH}`, { corrects: certificateNo, reason: '补充光谱' })
    expect(await remove(certificateNo, id)).toMatchObject(refusal)
    const message = /approved raw records stay as they are/
    const { db } = upstream
    const rows = () => db.deleteFrom('certificate_raw_records').where('id', '=', id)
    await expect(rows().execute()).rejects.toThrow(message)
    const change = db.updateTable('certificate_raw_records').where('id', '=', id)
    await expect(change.set({ sha256: '0' }).execute()).rejects.toThrow(message)
    await expect(change.set({ approved_at: null }).execute()).rejects.toThrow(message)
  })

  it('of a correction belong to its version, and go with a discarded draft', async () => {
    const { certificateNo, id } = await publishWithRecord()
    const files = async () => (await listFiles()).filter((name) => name === id || name === later)
    await people.writer.ask(`POST ${PATH}`, { corrects: certificateNo, reason: '补充光谱' })
    const later = (await upload(certificateNo, { bytes: `later ${SPECTRUM}` })).data.id
    expect((await list(certificateNo)).map(({ version }: { version: number }) => version)).toEqual([1, 2])
    // A withdrawal suspends the correction; its refusal brings both back.
    await people.writer.ask(`POST ${PATH}/${certificateNo}/withdraw`, { reason: '核查' })
    await step(certificateNo, 'return', people.signer, { reason: '不必撤销' })
    expect(await list(certificateNo)).toHaveLength(2)
    await step(certificateNo, 'discard')
    expect((await list(certificateNo)).map((one: { id: string }) => one.id)).toEqual([id])
    await sweep()
    expect(await files()).toEqual([id])
  })

  it('go with the correction that an approved withdrawal ends', async () => {
    const { certificateNo, id } = await publishWithRecord()
    await people.writer.ask(`POST ${PATH}`, { corrects: certificateNo, reason: '补充光谱' })
    await upload(certificateNo, { bytes: `more ${SPECTRUM}` })
    await people.writer.ask(`POST ${PATH}/${certificateNo}/withdraw`, { reason: '核查' })
    expect(await step(certificateNo, 'approve', people.signer)).toMatchObject({ code: 200 })
    expect((await list(certificateNo)).map((one: { id: string }) => one.id)).toEqual([id])
  })

  it('leave neither a row nor a lasting file when an upload is cut off or the server is killed', async () => {
    const certificateNo = await createDraft()
    const { port } = new URL(await upstream.listen())
    const before = await listFiles()
    const socket = connect(Number(port), '127.0.0.1')
    const body = makeBody('4000,0.1\n'.repeat(9000), 'a.csv')
    socket.write(
      `POST ${PATH}/${certificateNo}/records HTTP/1.1\r\nhost: a\r\nauthorization: ${people.writer.token}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    socket.write(body.subarray(0, 40_000))
    const scratch = joinPath(upstream.config.dataDir, 'scratch')
    await expect.poll(() => readdirSync(scratch)).toHaveLength(1)
    socket.destroy()
    await expect.poll(() => readdirSync(scratch)).toEqual([])
    expect(await listFiles()).toEqual(before)
    expect(await list(certificateNo)).toEqual([])

    await upstream.files.rawRecords.put('f'.repeat(32), Buffer.from('left by a killed server'))
    await sweep()
    expect(await listFiles()).not.toContain('f'.repeat(32))
  })
})

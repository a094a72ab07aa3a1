import { DAY_MS, HOUR_MS, MINUTE_MS, UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPictureMaker } from '#platform/files/picture.ts'
import { ask, type Loose, type TestAnswer } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join as joinAs, type Member } from '#testing/members.ts'
import { listNames, readStored } from '#testing/stores.ts'
import { createReportPictures } from './report-pictures.ts'

describeDatabases('pictures of reports', (make) => {
  let upstream: TestUpstream
  let photo: Buffer
  let editor: Member
  // Starts after the modification times of the files, which come from the system clock.
  let clock = Date.UTC(2126, 10, 22, 4)
  let strangers = 0
  const now = () => clock

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now })
    const pixels = { width: 60, height: 40, channels: 3, background: '#b33' } as const
    photo = await sharp({ create: pixels })
      .withExifMerge({ IFD0: { Make: 'SECRETCAM' } })
      .jpeg()
      .toBuffer()
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += 2 * DAY_MS
    await upstream.db.deleteFrom('feedback').execute()
    await upstream.db.deleteFrom('report_pictures').execute()
    editor = await joinAs(upstream, '编辑', 'editor')
  })

  const makeStranger = () => {
    strangers += 1
    return `198.51.${strangers >> 8}.${strangers & 255}`
  }
  async function upload(bytes: Buffer = photo, from = makeStranger(), headers = {}): Promise<TestAnswer> {
    const head = '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a.jpg"\r\n\r\n'
    const answer = await upstream.app.inject({
      method: 'POST',
      url: '/v1/certificate/report/picture',
      headers: { 'x-forwarded-for': from, 'content-type': 'multipart/form-data; boundary=b', ...headers },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
    })
    return { status: answer.statusCode, headers: answer.headers, ...answer.json() }
  }
  const uploadPicture = async () => String((await upload()).data)
  const report = (pictures: unknown[], from = makeStranger()) =>
    ask(upstream, 'POST /v1/certificate/report', { from, body: { kind: 'site', text: '假网站', pictures } })
  const list = async (): Promise<Loose[]> => (await editor.ask('GET /v1/review/feedback')).data.records
  const open = (name: string, token?: string) =>
    upstream.app.inject({
      url: `/v1/review/reportPicture/${name}`,
      headers: token === undefined ? {} : { authorization: token },
    })
  const listStored = () => listNames(upstream.files.reportPictures)
  async function sweep() {
    await createReportPictures({
      db: upstream.db,
      store: upstream.files.reportPictures,
      makePicture: createPictureMaker(),
      now,
    }).sweep()
  }

  it('are shown to editors and owners only, without metadata', async () => {
    const names = [await uploadPicture(), await uploadPicture()]
    expect(names[0]).toMatch(/^[0-9a-f]{32}\.(?:jpg|webp)$/)
    expect(await report(names)).toMatchObject({ code: 200 })
    const [item] = await list()
    expect([...item.pictures].sort()).toEqual([...names].sort())

    const shown = await open(names[0] ?? '', editor.token)
    expect(shown.rawPayload).toEqual(await readStored(upstream.files.reportPictures, names[0] ?? ''))
    expect(shown.rawPayload.toString('latin1')).not.toContain('SECRETCAM')
    expect(shown.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/(?:jpeg|webp)$/),
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    })
    const [member, owner] = [await joinAs(upstream, '玉声'), await joinAs(upstream, '负责人', 'owner')]
    expect((await open(names[0] ?? '', owner.token)).statusCode).toBe(200)
    expect((await open(names[0] ?? '', member.token)).json()).toMatchObject({ code: -7 })
    expect((await open(names[0] ?? '')).json()).toMatchObject({ code: 401 })
    expect((await open(`${'0'.repeat(32)}.webp`, editor.token)).json()).toMatchObject({ code: 404 })
    expect((await upstream.app.inject(`/file/img/${names[0]}`)).json()).toMatchObject({ code: 404 })
  })

  it('can be used in one report within an hour; a refused report is not stored', async () => {
    const [taken, old] = [await uploadPicture(), await uploadPicture()]
    expect(await report([taken])).toMatchObject({ code: 200 })
    const goneError = { code: 400, message: '图片已超过一小时或不存在，请移除后重新添加' }
    expect(await report([taken])).toMatchObject(goneError)
    expect(await report([`${'1'.repeat(32)}.webp`])).toMatchObject(goneError)
    clock += HOUR_MS
    expect(await report([await uploadPicture(), old])).toMatchObject(goneError)
    for (const wrong of [['../upstream.key'], [1], Array.from({ length: 7 }, (_none, nth) => `${nth}.webp`)]) {
      expect(await report(wrong)).toMatchObject({ code: 400 })
    }
    expect(await list()).toHaveLength(1)
  })

  it('are refused when they are no pictures, incomplete or too large', async () => {
    const before = await listStored()
    expect(await upload(Buffer.from('<!doctype html><script>alert(1)</script>'))).toMatchObject({
      code: 400,
      message: '请选择 jpg、png、gif 或 webp 格式的图片',
    })
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const text of [svg, 'GIF89a/*<svg onload=alert(1)>*/', '%PDF-1.7', '']) {
      expect(await upload(Buffer.from(text))).toMatchObject({ code: 400 })
    }
    expect(await upload(photo.subarray(0, 200))).toMatchObject({ code: 400 })
    expect(await upload(Buffer.alloc(UPLOAD_MAX_BYTES + 1, 'x'))).toMatchObject({
      code: 400,
      message: '文件大小不能大于10M',
    })
    expect(await upload(photo, makeStranger(), { 'content-type': 'multipart/form-data; boundary=c' })).toMatchObject({
      code: 400,
    })
    expect(await listStored()).toEqual(before)
  })

  it('are limited to twelve an hour for each client, and in number and size for all clients', async () => {
    const from = makeStranger()
    for (let nth = 0; nth < 12; nth += 1) expect((await upload(photo, from)).code).toBe(200)
    expect(await upload(photo, from)).toMatchObject({ code: 500, message: '请求过于频繁,稍后重试' })
    expect((await upload()).code).toBe(200)
    const usedUp = { code: 500, message: '今天收到的图片已达上限，请不带图片提交，或用邮件寄送' }
    const makeRows = (count: number, bytes: number, age: number) =>
      Array.from({ length: count }, (_none, nth) => ({
        name: `${age} ${bytes} ${nth}`,
        feedback_id: null,
        bytes,
        created_at: clock - age,
      }))
    await upstream.db
      .insertInto('report_pictures')
      .values(makeRows(587, 1, MINUTE_MS))
      .execute()
    expect(await upload()).toMatchObject(usedUp)
    clock += DAY_MS
    expect((await upload()).code).toBe(200)
    await upstream.db
      .insertInto('report_pictures')
      .values(makeRows(1, 50 * UPLOAD_MAX_BYTES, MINUTE_MS))
      .execute()
    expect(await upload()).toMatchObject(usedUp)
    clock += DAY_MS
    expect((await upload()).code).toBe(200)
    await upstream.db
      .insertInto('report_pictures')
      .values(makeRows(1, 1000 * UPLOAD_MAX_BYTES, 90 * DAY_MS))
      .execute()
    expect(await upload()).toMatchObject(usedUp)
  })

  it('lose what hides behind their pixels', async () => {
    const name = (await upload(Buffer.concat([photo, Buffer.from('<script>hidden</script>')]))).data
    expect((await readStored(upstream.files.reportPictures, name)).includes('hidden')).toBe(false)
  })

  it('come with a report whose sender gets its number and a key to its conversation alone', async () => {
    const [one, other] = [await report([await uploadPicture(), await uploadPicture()]), await report([])]
    const read = (body: object) =>
      ask(upstream, 'POST /v1/feedback/conversation', { from: makeStranger(), body: body as Record<string, unknown> })
    expect(one.data.key).not.toBe(other.data.key)
    expect((await read({ key: one.data.key })).data).toMatchObject({ isOpen: true, messages: [{ pictures: 2 }] })
    expect((await read({ key: other.data.key })).data).toMatchObject({ messages: [{ pictures: 0 }] })
    expect(await read({ ticket: one.data.ticket })).toMatchObject({ code: 500 })
    // The answer names no picture, so that visitors cannot publish one under the address of the site.
    expect(JSON.stringify(await read({ key: one.data.key }))).not.toMatch(/[0-9a-f]{32}\./)
    const { data } = await editor.ask(`GET /v1/manage/tickets/${one.data.ticket}`)
    expect(data).toMatchObject({
      kind: 'forgery',
      channel: 'link',
      pictureNames: [expect.any(String), expect.any(String)],
    })
  })

  it('are deleted after a day without a report, or with their report', async () => {
    const [unused, kept] = [await uploadPicture(), await uploadPicture()]
    await report([kept])
    await sweep()
    expect(await listStored()).toEqual(expect.arrayContaining([unused, kept]))
    clock += DAY_MS + MINUTE_MS
    await sweep()
    expect(await listStored()).toEqual([kept])
    await upstream.db.deleteFrom('feedback').execute()
    await sweep()
    expect(await listStored()).toEqual([])
  })
})

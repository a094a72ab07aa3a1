import { DESK_PICTURE } from '@portal/contract/certificates/desk/desk-rules.ts'
import type { DeskPicture } from '@portal/contract/certificates/rules/desk-fields.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUnusedUploads } from '#platform/files/unused-uploads.ts'
import { ask, type TestAnswer } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import type { Member } from '#testing/members.ts'
import { answerNoPictures, createDeskPeople } from '#testing/staff/desk-people.ts'
import { listNames, readStored } from '#testing/stores.ts'

const PATH = '/v1/manage/certificates'
const FIELDS = { conclusion: '绿松石', totalMassG: '12.50', standards: 'GB/T 16552', testedOn: '2026-11-19' }
const NO_PICTURE = '这个文件不是图片，请选择 JPEG、PNG 或 WebP 图片'

describeDatabases('pictures of the certificate desk', (make) => {
  let upstream: TestUpstream
  let [writer, signer, both]: Member[] = []
  let photo: Buffer
  const now = () => Date.parse('2026-11-20T02:00:00Z')
  const getPeople = () => [writer, signer, both] as [Member, Member, Member]
  const read = (name: string) => readStored(upstream.files.uploads, name)

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now })
    const { person } = createDeskPeople(upstream)
    writer = await person('周观澜', ['certify'])
    signer = await person('陈景行', ['approve'])
    both = await person('林知微', ['certify', 'approve'])
    // A rotated picture, as the camera of a phone stores it.
    photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#188' } })
      .withExif({
        IFD0: { Make: 'SECRETCAM' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 39/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
  })
  afterAll(() => upstream.close())

  async function upload(
    certificateNo: string,
    bytes: Buffer | string = photo,
    who = getPeople()[0],
  ): Promise<TestAnswer> {
    const head = '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a.png"\r\n\r\n'
    const payload = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--b--\r\n')])
    const headers = { authorization: who.token, 'content-type': 'multipart/form-data; boundary=b' }
    const url = `${PATH}/${certificateNo}/pictures`
    return (await upstream.app.inject({ method: 'POST', url, headers, payload })).json()
  }
  const uploadPicture = async (certificateNo: string, who = getPeople()[0]): Promise<DeskPicture> => ({
    file: (await upload(certificateNo, photo, who)).data.file,
    caption: '正面',
    widthMm: '44.8',
  })
  const view = async (certificateNo: string) => (await getPeople()[0].ask(`GET ${PATH}/${certificateNo}`)).data
  const createDraft = async (): Promise<string> =>
    (await getPeople()[0].ask(`POST ${PATH}`, { category: 'turquoise' })).data.certificateNo

  async function write(
    certificateNo: string,
    pictures: readonly DeskPicture[],
    who = getPeople()[0],
  ): Promise<TestAnswer> {
    const { revision } = (await view(certificateNo)).pendingChange
    const form = { category: 'turquoise', fields: FIELDS, pictures }
    return await who.ask(`PUT ${PATH}/${certificateNo}`, { revision, form, answers: [answerNoPictures(form)] })
  }
  async function step(
    certificateNo: string,
    name: string,
    who = getPeople()[0],
    more: object = {},
  ): Promise<TestAnswer> {
    const { revision, contentHash } = (await view(certificateNo)).pendingChange
    const body = { revision, ...(name === 'approve' && { contentHash }), ...more }
    return await who.ask(`POST ${PATH}/${certificateNo}/${name}`, body)
  }
  async function submitWith(pictures: (certificateNo: string) => Promise<DeskPicture[]>) {
    const certificateNo = await createDraft()
    await write(certificateNo, await pictures(certificateNo))
    expect(await step(certificateNo, 'submit')).toMatchObject({ code: 200 })
    return certificateNo
  }
  const readRows = async (certificateNo: string) =>
    (
      await upstream.db
        .selectFrom('certificate_desk_pictures')
        .select('name')
        .where('certificate_no', '=', certificateNo)
        .execute()
    ).map(({ name }) => name)

  it('are stored upright and without metadata, and published with caption and width', async () => {
    let name = ''
    const certificateNo = await submitWith(async (no) => {
      const picture = await uploadPicture(no)
      name = picture.file
      return [picture]
    })
    expect(name).toMatch(/^[0-9a-f]{32}\.jpg$/)
    const stored = await read(name)
    const { width, height, exif } = await sharp(stored).metadata()
    expect([width, height, exif]).toEqual([40, 60, undefined])
    expect(stored.toString('latin1')).not.toMatch(/SECRETCAM|Exif|GPS/)
    expect(await step(certificateNo, 'approve', getPeople()[1])).toMatchObject({ code: 200 })
    const { published } = await view(certificateNo)
    expect(published.pictures).toEqual([{ url: `/file/img/${name}`, caption: '正面', widthMm: 44.8 }])
  })

  it('are refused by their bytes, whatever their name', async () => {
    const certificateNo = await createDraft()
    const before = await listNames(upstream.files.uploads)
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const bytes of [svg, '<!doctype html><script>alert(1)</script>', 'GIF89a<script>alert(1)</script>', '']) {
      expect(await upload(certificateNo, bytes)).toMatchObject({ code: 400, message: NO_PICTURE })
    }
    expect(await upload(certificateNo, photo.subarray(0, 300))).toMatchObject({ message: NO_PICTURE })
    expect(await listNames(upstream.files.uploads)).toEqual(before)
  })

  it('are refused with the limit when they have too many pixels, or when there is no file', async () => {
    const certificateNo = await createDraft()
    const huge = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const message = '图片过大：宽 × 高不超过 5000 万像素，请缩小后再上传'
    expect(await upload(certificateNo, huge)).toMatchObject({ code: 400, message })
    const answer = await upstream.app.inject({
      method: 'POST',
      url: `${PATH}/${certificateNo}/pictures`,
      headers: { authorization: getPeople()[0].token, 'content-type': 'multipart/form-data; boundary=b' },
      payload: '--b\r\nContent-Disposition: form-data; name="caption"\r\n\r\nx\r\n--b--\r\n',
    })
    expect(answer.json()).toMatchObject({ code: 400, message: '没有收到文件，请选择一个不超过 10 MB 的文件' })
  })

  it('lose whatever is hidden behind their pixels, and are at most 2400 px wide', async () => {
    const certificateNo = await createDraft()
    const large = await sharp({ create: { width: 3000, height: 30, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const { data } = await upload(certificateNo, Buffer.concat([large, Buffer.from('<script>hidden</script>')]))
    const stored = await read(data.file)
    expect(stored.includes('hidden')).toBe(false)
    expect((await sharp(stored).metadata()).width).toBe(DESK_PICTURE.sideMaxPx)
  })

  it('make their uploader a writer, who may not approve', async () => {
    const [, , uploader] = getPeople()
    const certificateNo = await createDraft()
    await write(certificateNo, [await uploadPicture(certificateNo, uploader)])
    await step(certificateNo, 'submit')
    expect(
      (await view(certificateNo)).pendingChange.writers.map(({ nickname }: { nickname: string }) => nickname),
    ).toContain('林知微')
    expect((await step(certificateNo, 'approve', uploader)).message).toBe('由您制作或提交，须由他人批准')
  })

  it('are accepted for drafts only, and only from people with the duty to prepare', async () => {
    const certificateNo = await submitWith(async () => [])
    expect(await upload(certificateNo)).toMatchObject({ code: 409 })
    expect(await upload(await createDraft(), photo, getPeople()[1])).toMatchObject({ code: 403 })
    expect(await upload('SH20200101000012')).toMatchObject({ message: '没有这个编号的证书' })
  })

  it('are refused for another draft, from a member, and above eight', async () => {
    const [other, own] = [await createDraft(), await createDraft()]
    const theirs = await uploadPicture(other)
    const message = '第 2 张图片不是为这份证书上传的，或已损坏，请重新上传'
    const picture = await uploadPicture(own)
    expect(await write(own, [picture, theirs])).toMatchObject({ code: 400, message })
    const unknown = { ...theirs, file: `${'0'.repeat(32)}.jpg` }
    expect(await write(own, [picture, unknown])).toMatchObject({ code: 400, message })
    expect((await view(own)).pendingChange.form.pictures).toEqual([])
    // A draft from before the rule is saved, and stopped when it is submitted.
    const form = JSON.stringify({ category: 'turquoise', fields: FIELDS, pictures: [picture, unknown] })
    await upstream.db.updateTable('pending_changes').set({ form }).where('certificate_no', '=', own).execute()
    expect(await write(own, [picture, unknown])).toMatchObject({ code: 200 })
    expect(await step(own, 'submit')).toMatchObject({ code: 400, message })
    expect(
      await write(
        own,
        Array.from({ length: 9 }, () => theirs),
      ),
    ).toMatchObject({ code: 400 })
  })

  it('are part of the approved content: a replaced file is detected', async () => {
    let name = ''
    const certificateNo = await submitWith(async (no) => {
      const picture = await uploadPicture(no)
      name = picture.file
      return [picture]
    })
    const original = await read(name)
    await upstream.files.uploads.put(name, Buffer.concat([original, Buffer.from('x')]))
    const refusal = { code: 409, message: '图片文件与提交时不同，请退回，由制作人重新上传' }
    expect(await step(certificateNo, 'approve', getPeople()[1])).toMatchObject(refusal)
    await upstream.files.uploads.delete(name)
    expect(await step(certificateNo, 'approve', getPeople()[1])).toMatchObject(refusal)
    await upstream.files.uploads.put(name, original)
    expect(await step(certificateNo, 'approve', getPeople()[1])).toMatchObject({ code: 200 })
  })

  it('that differ make another hash of what is approved', async () => {
    const certificateNo = await submitWith(async (no) => [await uploadPicture(no)])
    const before = (await view(certificateNo)).pendingChange.contentHash
    const { pictures } = (await view(certificateNo)).pendingChange.form
    await step(certificateNo, 'return')
    await write(certificateNo, [{ ...pictures[0], file: (await uploadPicture(certificateNo)).file }])
    await step(certificateNo, 'submit')
    expect((await view(certificateNo)).pendingChange.contentHash).not.toBe(before)
  })

  it('are kept for a correction and a reissue, and deleted when a draft is discarded', async () => {
    const certificateNo = await submitWith(async (no) => [await uploadPicture(no)])
    const unused = (await readRows(certificateNo)).length
    expect(unused).toBe(1)
    await step(certificateNo, 'approve', getPeople()[1])
    const [shown] = await readRows(certificateNo)
    await getPeople()[0].ask(`POST ${PATH}`, { corrects: certificateNo, reason: '更正图片' })
    await uploadPicture(certificateNo)
    expect(await readRows(certificateNo)).toHaveLength(2)
    await step(certificateNo, 'discard')
    expect(await readRows(certificateNo)).toEqual([shown])

    const reissued = (await getPeople()[0].ask(`POST ${PATH}/${certificateNo}/reissue`, { reason: 'lost' })).data
      .certificateNo
    expect(await step(reissued, 'submit')).toMatchObject({ code: 200 })
    expect(await step(reissued, 'approve', getPeople()[1])).toMatchObject({ code: 200 })
    expect((await view(reissued)).published.pictures).toHaveLength(1)

    const given = await createDraft()
    const gone = await uploadPicture(given)
    await write(given, [gone])
    const names = [shown ?? '', gone.file]
    const listKept = async () => {
      const stored = await listNames(upstream.files.uploads)
      return names.filter((name) => stored.includes(name))
    }
    const sweep = () =>
      createUnusedUploads({
        db: upstream.db,
        uploads: upstream.files.uploads,
        now: () => Date.now() + 31 * DAY_MS,
      }).sweep()
    await sweep()
    expect(await listKept()).toEqual(names)
    await step(given, 'discard')
    await sweep()
    expect(await listKept()).toEqual([shown])
  })

  it('are in no public answer while they belong to a draft', async () => {
    const certificateNo = await createDraft()
    const { file } = await uploadPicture(certificateNo)
    await write(certificateNo, [{ file, caption: '', widthMm: '' }])
    const asked = await Promise.all([
      ask(upstream, 'POST /v1/certificate/check', { body: { certificateNo, checkCode: '222222' } }),
      ask(upstream, `GET ${PATH}/${certificateNo}`),
      ask(upstream, 'GET /file/img'),
      ask(upstream, 'GET /file/img/'),
    ])
    expect(JSON.stringify(asked)).not.toContain(file)
  })
})

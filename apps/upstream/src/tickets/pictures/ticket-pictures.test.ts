import { DAY_MS, HOUR_MS, UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPictureMaker } from '#platform/files/picture.ts'
import type { Mail } from '#platform/mail/mailer.ts'
import { ask, type Loose, type TestAnswer } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { join, type Member } from '#testing/members.ts'
import { listNames } from '#testing/stores.ts'
import { createTicketPictures } from './ticket-pictures.ts'

const REGISTERED = { source: 'phone', type: 2, name: '顾客李', title: '证书重量', content: '秤得 11.9 g' }
const GONE = { code: 400, message: '有图片已过期、已发出或不属于这件工单，请移除后重新添加' }
const NO_PICTURE = { code: 400, message: '这个文件的内容不是图片，请选择 JPG、PNG、GIF 或 WebP 图片' }

describeDatabases('pictures of answers', (make) => {
  let upstream: TestUpstream
  let [support, colleague, customer] = [{}, {}, {}] as Member[] as [Member, Member, Member]
  let photo: Buffer
  // Starts after the modification times of the files, which come from the system clock.
  let clock = Date.UTC(2126, 10, 20, 2)
  let mails: Mail[] = []
  let refs = 0

  beforeAll(async () => {
    const mailer = { send: async (mail: Mail) => void mails.push(mail) }
    upstream = await makeUpstreamOn(make, { now: () => clock, mailer, env: { SITE_URL: 'https://lab.example.test' } })
    ;[support, colleague] = [await join(upstream, '林知微', 'editor'), await join(upstream, '周观澜', 'editor')]
    customer = await join(upstream, '江疏影')
    photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#b33' } })
      .withExifMerge({ IFD0: { Make: 'SECRETCAM' } })
      .jpeg()
      .toBuffer()
  })
  afterAll(() => upstream.close())
  beforeEach(async () => {
    clock += DAY_MS
    await upstream.db
      .updateTable('sessions')
      .set({ factor_at: clock, expires_at: clock + 365 * DAY_MS })
      .execute()
    await upstream.db.deleteFrom('feedback').execute()
    mails = []
  })

  const register = async (more: Loose = {}): Promise<number> =>
    (await support.ask('POST /v1/manage/tickets', { ...REGISTERED, email: 'li@example.test', ...more })).data.id
  const open = async (id: number): Promise<Loose> => (await support.ask(`GET /v1/manage/tickets/${id}`)).data
  async function upload(id: number, { bytes = photo, by = support as { token?: string } } = {}): Promise<TestAnswer> {
    const head = '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a.png"\r\n'
    const type = 'Content-Type: image/png\r\n\r\n'
    const answer = await upstream.app.inject({
      method: 'POST',
      url: `/v1/manage/tickets/${id}/pictures`,
      headers: { 'content-type': 'multipart/form-data; boundary=b', ...(by.token && { authorization: by.token }) },
      payload: Buffer.concat([Buffer.from(head + type), bytes, Buffer.from('\r\n--b--\r\n')]),
    })
    return { status: answer.statusCode, headers: answer.headers, ...answer.json() }
  }
  const uploadPicture = async (id: number): Promise<string> => (await upload(id)).data.name
  const answer = async (id: number, pictures: unknown[], more: Loose = {}, by = support) => {
    refs += 1
    const { version } = await open(id)
    const body = { version, content: '请看附图', pictures, state: 'waiting', ref: `picture-number-${refs}`, ...more }
    return by.ask(`POST /v1/manage/tickets/${id}/answers`, body)
  }
  const show = (url: string, token?: string) =>
    upstream.app.inject({ url, headers: token === undefined ? {} : { authorization: token } })
  const showAsStaff = (name: string, token?: string) => show(`/v1/manage/tickets/pictures/${name}`, token)
  const toPictureAddress = ({ name, pass }: Loose) => `/v1/feedback/conversation/picture/${name}?pass=${pass}`
  const readMailedKey = async () => {
    await expect.poll(() => mails.length).toBeGreaterThan(0)
    return /conversation\?key=([\w-]{43})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  }
  const read = (body: Loose, token?: string) =>
    ask(upstream, 'POST /v1/feedback/conversation', { body, ...(token && { token }) })

  it('reach the visitor by the link of the mail alone, in their order and without metadata', async () => {
    const [id, other] = [await register(), await register({ email: 'wang@example.test' })]
    const names = [await uploadPicture(id), await uploadPicture(id), await uploadPicture(id)].reverse()
    expect(await answer(id, names)).toMatchObject({ code: 200, data: { entries: expect.any(Array) } })
    const key = await readMailedKey()
    expect(mails[0]?.text).toContain('本答复附图片 3 张，打开下面的链接即可查看。')
    expect(mails[0]?.text).not.toContain(names[0])
    const [sent] = (await open(id)).entries.filter(({ kind }: Loose) => kind === 'answer')
    expect(sent.pictureNames).toEqual(names)

    const last = (await read({ key })).data.messages.at(-1)
    expect(last).toMatchObject({ isOwn: false, pictures: 0, answerPictures: names.map((name) => ({ name })) })
    const shown = await show(toPictureAddress(last.answerPictures[0]))
    expect(shown.headers).toMatchObject({
      'content-type': expect.stringMatching(/^image\/(?:jpeg|webp|png)$/),
      'cache-control': 'no-store',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
    })
    expect((await sharp(shown.rawPayload).metadata()).width).toBe(60)
    expect(shown.rawPayload.toString('latin1')).not.toContain('SECRETCAM')

    // The link of another ticket gives no pass for them, and a pass opens one picture for one hour.
    mails = []
    await answer(other, [await uploadPicture(other)])
    const foreign = (await read({ key: await readMailedKey() })).data.messages.at(-1).answerPictures
    expect(foreign).toHaveLength(1)
    const { pass } = foreign[0]
    const [one] = last.answerPictures
    for (const wrong of [pass, `${Number(one.pass.slice(0, 13)) + 1}${one.pass.slice(13)}`, `${one.pass}A`, '']) {
      expect((await show(toPictureAddress({ name: one.name, pass: wrong }))).json().code).not.toBe(200)
    }
    expect((await show(`/v1/feedback/conversation/picture/${one.name}`)).json()).toMatchObject({ code: 400 })
    expect((await showAsStaff(one.name)).json()).toMatchObject({ code: 401 })
    expect((await showAsStaff(one.name, customer.token)).json()).toMatchObject({ code: 403 })
    for (const url of [`/file/img/${one.name}`, `/v1/review/reportPicture/${one.name}`]) {
      expect((await show(url, support.token)).json()).toMatchObject({ code: 404 })
    }
    clock += HOUR_MS
    expect((await show(toPictureAddress(one))).json()).toMatchObject({ code: 404 })
  })

  it('reach a member by the notice and the own conversation', async () => {
    await customer.ask('POST /v1/feedback/', { type: '2', title: '重量', content: '不符' })
    const { id } = await upstream.db.selectFrom('tickets').select('id').executeTakeFirstOrThrow()
    await answer(id, [await uploadPicture(id)])
    const { content } = await upstream.db.selectFrom('notices').select('content').executeTakeFirstOrThrow()
    expect(content).toContain('附图片 1 张，点开本通知查看')
    const shown = (await read({ ticket: id }, customer.token)).data.messages.at(-1).answerPictures
    expect((await show(toPictureAddress(shown[0]))).statusCode).toBe(200)
    expect(await read({ ticket: id }, support.token)).toMatchObject({ code: 500 })
    expect(await read({ ticket: id })).toMatchObject({ code: 500 })
  })

  it('stay with staff when they are part of a note', async () => {
    const id = await register()
    const name = await uploadPicture(id)
    const noted = await support.ask(`POST /v1/manage/tickets/${id}/notes`, { content: '天平', pictures: [name] })
    expect(noted.data.entries).toContainEqual(expect.objectContaining({ kind: 'note', pictureNames: [name] }))
    expect((await showAsStaff(name, colleague.token)).statusCode).toBe(200)
    await answer(id, [])
    expect(JSON.stringify(await read({ key: await readMailedKey() }))).not.toContain(name)
    expect(mails[0]?.text).not.toContain('附图片')
  })

  it('are sent once, by their uploader, in the ticket that they were uploaded for, six at most', async () => {
    const [id, other] = [await register(), await register()]
    const name = await uploadPicture(id)
    expect(await answer(other, [name])).toMatchObject(GONE)
    expect(await answer(id, [name], {}, colleague)).toMatchObject(GONE)
    expect(await answer(id, [`${'0'.repeat(32)}.webp`])).toMatchObject(GONE)
    expect(await answer(id, Array(7).fill(name))).toMatchObject({ code: 400 })
    for (const wrong of ['../upstream.key', `${'0'.repeat(32)}.svg`, 1]) {
      expect(await answer(id, [wrong])).toMatchObject({ code: 400 })
    }
    expect((await open(id)).entries.some(({ kind }: Loose) => kind === 'answer')).toBe(false)
    const [firstAnswer, secondAnswer] = [
      await answer(id, [name], { ref: 'same-ref' }),
      await answer(id, [name], { ref: 'same-ref' }),
    ]
    expect([firstAnswer.code, secondAnswer.code]).toEqual([200, 200])
    expect(await answer(id, [name])).toMatchObject(GONE)
  })

  it('are refused for other bytes than a picture, whatever their name, and without the duty', async () => {
    const id = await register()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for (const text of [svg, '<!doctype html><script>alert(1)</script>', 'GIF89a/*<svg onload=alert(1)>*/', '']) {
      expect(await upload(id, { bytes: Buffer.from(text) })).toMatchObject({ code: 400 })
    }
    expect(await upload(id, { bytes: Buffer.from(svg) })).toMatchObject(NO_PICTURE)
    expect(await upload(id, { bytes: Buffer.alloc(UPLOAD_MAX_BYTES + 1, 'x') })).toMatchObject({ code: 400 })
    expect(await upload(id, { by: customer })).toMatchObject({ code: 403 })
    expect(await upload(id, { by: {} })).toMatchObject({ code: 401 })
    expect(await upload(987654)).toMatchObject({ message: '这件工单不存在' })
    expect(await upstream.db.selectFrom('ticket_pictures').select('name').execute()).toEqual([])
    const hidden = Buffer.concat([photo, Buffer.from('<script>hidden</script>')])
    const { name } = (await upload(id, { bytes: hidden })).data
    expect((await showAsStaff(name, support.token)).rawPayload.includes('hidden')).toBe(false)
  })

  it('are deleted a week after the upload unless they were sent, and with their ticket', async () => {
    const id = await register()
    const [unsent, sent] = [await uploadPicture(id), await uploadPicture(id)]
    await answer(id, [sent])
    const sweep = async () => {
      const makePicture = createPictureMaker()
      await createTicketPictures({
        db: upstream.db,
        store: upstream.files.ticketPictures,
        makePicture,
        now: () => clock,
      }).sweep()
      return await listNames(upstream.files.ticketPictures)
    }
    expect(await sweep()).toEqual([unsent, sent].sort())
    clock += 7 * DAY_MS
    await upstream.db.updateTable('sessions').set({ factor_at: clock }).execute()
    expect(await answer(id, [unsent])).toMatchObject(GONE)
    clock += 1
    expect(await sweep()).toEqual([sent])
    await upstream.db.deleteFrom('feedback').execute()
    expect(await sweep()).toEqual([])
  })

  it('stop being accepted from an account with sixty that were not sent', async () => {
    const id = await register()
    const rows = Array.from({ length: 60 }, (_none, nth) => ({
      name: `${nth}.webp`,
      ticket_id: id,
      user_id: support.id,
      bytes: 1,
      created_at: clock,
    }))
    await upstream.db.insertInto('ticket_pictures').values(rows).execute()
    expect(await upload(id)).toMatchObject({ message: '您上传后没有发出的图片太多，请先发出或过几天再试' })
    expect((await upload(id, { by: colleague })).code).toBe(200)
  })
})

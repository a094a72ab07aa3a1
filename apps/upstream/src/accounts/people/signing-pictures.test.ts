import sharp from 'sharp'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import type { Member } from '#testing/members.ts'
import { giveSigningName } from '#testing/staff/give-signing-name.ts'
import { useDesk } from '#testing/staff/use-desk.ts'

const NO_PICTURE = '这个文件不是图片，请选择 PNG 或 JPEG 图片'

/** Draws a transparent PNG with a stroke of this colour. */
const drawStroke = (colour: string, [width, height] = [300, 100]) =>
  sharp({ create: { width, height, channels: 4, background: '#0000' } })
    .composite([{ input: { create: { width: 200, height: 8, channels: 4, background: colour } } }])
    .png()
    .toBuffer()

describeDatabases('pictures of signatures', (make) => {
  const desk = useDesk(make)
  let owner: Member
  let reviewer: Member
  beforeAll(async () => {
    owner = await desk.person('石衡', ['owner'], true)
    reviewer = await desk.person('沈砚秋', ['review'])
  })
  beforeEach(async () => {
    await desk.upstream.db.updateTable('users').set({ signing_picture: null }).execute()
    await desk.upstream.db.deleteFrom('certificate_signatures').execute()
    await desk.upstream.db.deleteFrom('signature_pictures').execute()
  })

  async function upload({ id }: Member, bytes: Buffer | string, by = owner) {
    const head = '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a.png"\r\n\r\n'
    const payload = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--b--\r\n')])
    const headers = { authorization: by.token, 'content-type': 'multipart/form-data; boundary=b' }
    const url = `/v1/manage/users/${id}/signingPicture`
    return (await desk.upstream.app.inject({ method: 'POST', url, headers, payload })).json()
  }
  const remove = ({ id }: Member, by = owner) => by.ask(`DELETE /v1/manage/users/${id}/signingPicture`)
  const fetchPicture = (sha256: string, by?: Member) =>
    desk.upstream.app.inject({
      url: `/v1/manage/users/signingPictures/${sha256}.png`,
      headers: by ? { authorization: by.token } : {},
    })
  const readDigest = async ({ id }: Member): Promise<string> =>
    (await owner.ask(`GET /v1/manage/users/${id}`)).data.signingPicture
  const listStored = async () =>
    (await desk.upstream.db.selectFrom('signature_pictures').select('sha256').execute()).map(({ sha256 }) => sha256)
  const copy = async (certificateNo: string) =>
    (await desk.writer.ask(`POST /v1/manage/certificates/${certificateNo}/copy`, { kind: 'a4' })).data.signatures
  const publish = async () => {
    const certificateNo = await desk.submitted(desk.writer)
    const seen = await desk.seen(desk.writer, certificateNo)
    expect(await desk.step(desk.signer, certificateNo, 'approve', seen)).toMatchObject({ code: 200 })
    return certificateNo
  }

  it('are uploaded, shown and removed by owners alone, and recorded with their digests', async () => {
    const bytes = await drawStroke('#123456')
    for (const by of [desk.writer, desk.signer, reviewer, await desk.person('客服', ['support'])]) {
      expect([(await upload(desk.writer, bytes, by)).code, (await remove(desk.writer, by)).code]).toEqual([403, 403])
    }
    expect(await upload(desk.writer, bytes)).toMatchObject({ code: 200 })
    const sha256 = await readDigest(desk.writer)
    const shown = await fetchPicture(sha256, owner)
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
    expect((await sharp(shown.rawPayload).metadata()).hasAlpha).toBe(true)
    for (const by of [desk.writer, reviewer, undefined]) {
      expect((await fetchPicture(sha256, by)).body).not.toContain('PNG')
    }
    expect(await remove(desk.writer)).toMatchObject({ code: 200 })
    expect(await listStored()).toEqual([])
    const entries = await desk.upstream.db
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('action', 'in', ['user.signingPicture', 'user.signingPictureRemove'])
      .where('outcome', '=', 'done')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(entries.map(({ action, changes }) => [action, JSON.parse(changes)])).toEqual([
      ['user.signingPictureRemove', [{ member: 'signingPicture', before: sha256, after: null }]],
      ['user.signingPicture', [{ member: 'signingPicture', before: null, after: sha256 }]],
    ])
  })

  it('are refused for a file that is no picture, is too large, or belongs to an account without a name', async () => {
    const huge = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const noise = await sharp({
      create: {
        width: 800,
        height: 800,
        channels: 4,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .png()
      .toBuffer()
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'
    expect(await upload(desk.writer, svg)).toMatchObject({ code: 400, message: NO_PICTURE })
    expect(await upload(desk.writer, `\x89PNG\r\n\x1a\n${'<script>'.repeat(9)}`)).toMatchObject({ code: 400 })
    expect(await upload(desk.writer, huge)).toMatchObject({ code: 400 })
    expect(await upload(desk.writer, noise)).toMatchObject({ code: 400, message: expect.stringContaining('太大') })
    const nameless = await desk.person('无名', ['certify'])
    await desk.upstream.db.updateTable('users').set({ signing_name: null }).where('id', '=', nameless.id).execute()
    const refused = await upload(nameless, await drawStroke('#123456'))
    expect(refused.message).toBe('请先填写证书署名，再上传签名图片')
    expect(await listStored()).toEqual([])
  })

  it('may be photographs, which become PNG files with few colours', async () => {
    const noise = { type: 'gaussian', mean: 200, sigma: 8 } as const
    const photo = await sharp({ create: { width: 2400, height: 800, channels: 3, background: '#fff', noise } })
      .jpeg()
      .toBuffer()
    expect(await upload(desk.writer, photo)).toMatchObject({ code: 200 })
    const shown = await fetchPicture(await readDigest(desk.writer), owner)
    const { format, width } = await sharp(shown.rawPayload).metadata()
    expect({ format, width }).toEqual({ format: 'png', width: 800 })
  })

  it('lose what follows the picture in its file', async () => {
    const polyglot = Buffer.concat([await drawStroke('#123456'), Buffer.from('<script>alert(1)</script>')])
    expect(await upload(desk.writer, polyglot)).toMatchObject({ code: 200 })
    const shown = await fetchPicture(await readDigest(desk.writer), owner)
    expect(shown.rawPayload.includes('script')).toBe(false)
  })

  it('stay with a version that was signed with them, whatever becomes of the person', async () => {
    await upload(desk.writer, await drawStroke('#123456'))
    const first = await readDigest(desk.writer)
    const certificateNo = await publish()
    const signed = await copy(certificateNo)
    expect(signed.map(({ member }: { member: string }) => member)).toEqual(['inspector'])
    await upload(desk.writer, await drawStroke('#654321'))
    const second = await readDigest(desk.writer)
    expect(await copy(certificateNo)).toEqual(signed)
    await remove(desk.writer)
    expect(await copy(certificateNo)).toEqual(signed)
    expect(await listStored()).toEqual([first])
    expect(second).not.toBe(first)
  })

  it('are not those of another name', async () => {
    await upload(desk.signer, await drawStroke('#123456'))
    await upload(desk.writer, await drawStroke('#654321'))
    const { data } = await owner.ask(`GET /v1/manage/users/${desk.writer.id}`)
    const body = { name: '周观澜之二', version: data.version }
    expect(await owner.ask(`PUT /v1/manage/users/${desk.writer.id}/signingName`, body)).toMatchObject({ code: 200 })
    expect(await readDigest(desk.writer)).toBeNull()
    expect((await copy(await publish())).map(({ member }: { member: string }) => member)).toEqual(['approver'])
    await giveSigningName(desk.upstream.db, desk.writer.id, data.signingName)
  })
})

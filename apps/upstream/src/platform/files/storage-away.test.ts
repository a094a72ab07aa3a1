import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCertificates } from '#certificates/import/certificate-import.ts'
import { createFolderPictures } from '#certificates/import/pictures.ts'
import { ask } from '#testing/asking.ts'
import { makeFolder } from '#testing/backups.ts'
import { makeCertificateRow, writeRows } from '#testing/certificate-files.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { type Relay, startRelay } from '#testing/relay.ts'
import { makeBucket, s3Server, toEnvironment } from '#testing/stores.ts'

describe.skipIf(!s3Server)(`a site whose object storage is away${s3Server ? '' : ' (no S3 server)'}`, () => {
  let relay: Relay
  let bucket: Awaited<ReturnType<typeof makeBucket>>
  let upstream: TestUpstream
  let photo: Buffer
  let env: Record<string, string>
  beforeAll(async () => {
    bucket = await makeBucket()
    relay = await startRelay(new URL(bucket.s3.endpoint))
    env = toEnvironment({ ...bucket.s3, endpoint: relay.endpoint })
    upstream = await makeUpstream({ content: 'fixture', env })
    await upstream.listen()
    photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#284' } })
      .jpeg()
      .toBuffer()
  })
  afterAll(async () => {
    await upstream.close()
    await relay.stop()
    await bucket.drop()
  })

  async function upload(authorization: string) {
    const form = new FormData()
    form.append('multipartFile', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }))
    const answer = await fetch(`${upstream.url}/file/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization },
    })
    return (await answer.json()) as { code: number; message: string; data: string | null }
  }

  it('says so within five seconds, serves what needs no file, starts, and works again without a restart', async () => {
    const { token } = await upstream.signUp('member@example.test')
    const { data: address } = await upload(token)
    expect((await fetch(upstream.url + address)).status).toBe(200)

    await relay.stop()
    const started = performance.now()
    expect(await upload(token)).toMatchObject({ code: 500, message: '文件存储暂时连不上，请稍后重试', data: null })
    const picture = await fetch(upstream.url + address)
    expect([picture.status, picture.headers.get('cache-control')]).toEqual([502, 'no-store'])
    expect(performance.now() - started).toBeLessThan(10_000)
    expect((await fetch(`${upstream.url}/v1/article/?categoryId=32`)).status).toBe(200)
    expect(upstream.logs.some((line) => line.includes('object storage does not answer'))).toBe(true)
    expect(upstream.logs.join('')).not.toContain(bucket.s3.secretKey)

    const another = await makeUpstream({ content: 'fixture', env })
    expect((await fetch(`${await another.listen()}/v1/article/?categoryId=32`)).status).toBe(200)
    expect(another.logs.join('')).toContain('the public log could not be compared with its mark')
    await another.close()

    await relay.resume()
    expect((await fetch(upstream.url + address)).status).toBe(200)
    expect(await upload(token)).toMatchObject({ code: 200 })
  })
  it('shows a certificate whose pictures cannot be read, and compares the rest of it with the public log', async () => {
    using temporary = makeFolder()
    const { folder } = temporary
    writeFileSync(join(folder, 'stone.jpg'), photo)
    const row = makeCertificateRow(1, { pictures: [{ file: 'stone.jpg', caption: '正面', widthMm: 40 }] })
    const { db, digest, files } = upstream
    const pictures = createFolderPictures({ db, folder, uploads: files.uploads })
    await importCertificates({ db, digest, path: writeRows(folder, [row]), pictures, now: Date.now })
    const { certificateNo, checkCode } = row
    const lookUp = async () =>
      (await ask(upstream, 'POST /v1/certificate/check', { body: { certificateNo, checkCode } })).data
    const shown = await lookUp()
    expect(shown).toMatchObject({ state: 'valid', certificate: { pictures: [{ caption: '正面' }] } })

    await relay.stop()
    expect(await lookUp()).toEqual(shown)
    await db
      .updateTable('certificate_pictures')
      .set({ content_hash: 'f'.repeat(64) })
      .execute()
    expect(await lookUp()).toMatchObject({ state: 'mismatch' })
    await relay.resume()
    // The file itself counts again.
    expect(await lookUp()).toEqual(shown)
  })
})

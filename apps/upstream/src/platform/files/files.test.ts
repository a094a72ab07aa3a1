import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { UPLOAD_MAX_BYTES } from '@portal/contract/constants.ts'
import type { Envelope } from '@portal/contract/envelope.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '#testing/asking.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { listNames, readStored } from '#testing/stores.ts'
import { createFolderStore } from './folder-store.ts'
import { createPictureMaker } from './picture.ts'
import { createPictureStore } from './picture-store.ts'

const NO_PICTURE = { code: 400, message: '请选择 jpg、png、gif 或 webp 格式的图片', data: null }
const TOO_LARGE = { code: 400, message: '文件大小不能大于10M', data: null }
const MALFORMED = { code: 400, message: '系统繁忙，请稍后重试', data: null }
const UNREADABLE = { code: 500, message: '文件读取失败', data: null }

let upstream: TestUpstream
let clients = 0
beforeAll(async () => {
  upstream = await makeUpstream({ content: 'fixture' })
  await upstream.listen()
})
afterAll(() => upstream.close())

type Part = [field: string, bytes: Uint8Array<ArrayBuffer> | string, name?: string, type?: string]

/** Sends each upload from a new account, so that tests do not share rate limits. */
async function send(path: string, parts: Part[], token?: string) {
  clients += 1
  const form = new FormData()
  for (const [field, bytes, name, type = 'image/jpeg'] of parts) {
    if (name === undefined) form.append(field, String(bytes))
    else form.append(field, new File([bytes], name, { type }))
  }
  const authorization = token ?? (await upstream.signUp(`files${clients}@example.test`)).token
  const answer = await fetch(upstream.url + path, { method: 'POST', body: form, headers: { authorization } })
  return { status: answer.status, headers: answer.headers, ...((await answer.json()) as Envelope) }
}
const toBytes = (buffer: Buffer) => new Uint8Array(buffer)
const upload = (bytes: Buffer, name = 'photo.jpg') => send('/file/upload', [['multipartFile', toBytes(bytes), name]])

/** Uploads a picture, and reads the stored file. */
async function uploadAndRead(bytes: Buffer, name?: string) {
  const answer = await upload(bytes, name)
  expect(answer).toMatchObject({ code: 200, data: expect.stringMatching(/^\/file\/img\/[0-9a-f]{32}\.[a-z]+$/) })
  const address = String(answer.data)
  const file = await readStored(upstream.files.uploads, address.split('/').pop() ?? '')
  return { address, file, metadata: await sharp(file).metadata() }
}

const makeNoise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

function makePngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Makes a complete, valid picture with one bit per pixel. @param rows each begins with its filter byte */
function makeOneBit(side: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([1, 0, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const data = makePngChunk('IDAT', deflateSync(rows, { level: 1 }))
  return Buffer.concat([signature, makePngChunk('IHDR', head), data, makePngChunk('IEND', Buffer.alloc(0))])
}

/** Makes a picture of one colour: a few kilobytes for a hundred megapixels. */
const makeBomb = (side: number) => makeOneBit(side, Buffer.alloc((side / 8 + 1) * side))

function makeOneBitNoise(side: number): Buffer {
  const width = Math.ceil(side / 8) + 1
  const rows = randomBytes(width * side)
  for (let row = 0; row < side; row += 1) rows[row * width] = 0
  return makeOneBit(side, rows)
}

function makeGradient(width: number, height: number) {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => ((at / 3) % width) & 0xfc))
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

describe('an uploaded picture', () => {
  it('requires a login', async () => {
    expect(await send('/file/upload', [['multipartFile', 'x', 'a.jpg']], 'nobody')).toMatchObject({ code: 401 })
  })

  it('is stored upright and without metadata', async () => {
    const exif = {
      IFD0: { Make: 'SECRETCAM' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 2/1 3/1', GPSLongitudeRef: 'E', GPSLongitude: '102/1 4/1 5/1' },
    }
    const photo = await makeNoise(120, 80).withMetadata({ orientation: 6 }).withExifMerge(exif).jpeg().toBuffer()
    expect((await sharp(photo).metadata()).exif?.toString('latin1')).toContain('SECRETCAM')
    const { file, metadata } = await uploadAndRead(photo)
    expect(metadata).toMatchObject({ width: 80, height: 120 })
    expect(metadata.exif ?? metadata.xmp ?? metadata.iptc ?? metadata.icc).toBeUndefined()
    expect(file.toString('latin1')).not.toMatch(/SECRETCAM|Exif|GPS/)
  })

  it('gets the type of its content, not of its name', async () => {
    const png = await makeNoise(40, 30).png().toBuffer()
    for (const name of ['really.jpg', '../../evil.html']) {
      const { address, metadata } = await uploadAndRead(png, name)
      expect(address.endsWith(`.${metadata.format}`)).toBe(true)
    }
    expect((await uploadAndRead(await makeNoise(40, 30).webp().toBuffer())).metadata.format).toBe('webp')
    expect((await uploadAndRead(await makeNoise(40, 30).avif({ effort: 0 }).toBuffer())).metadata.format).toBe('webp')
  })

  it('keeps its animation', async () => {
    const frames = await Promise.all([20, 120, 220].map((grey) => makeSolid(grey).png().toBuffer()))
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer()
    const { metadata } = await uploadAndRead(gif)
    expect(metadata).toMatchObject({ pages: 3 })
  })

  it('is limited to 4096 px a side', async () => {
    const { metadata } = await uploadAndRead(await makeSolid(200, 5000, 20).png().toBuffer())
    expect(metadata).toMatchObject({ width: 4096, height: 16 })
  })

  it('loses data behind its pixels', async () => {
    const photo = await makeNoise(40, 30).jpeg().toBuffer()
    const hidden = Buffer.from('PK\x03\x04<script>alert(1)</script><?php evil() ?>', 'latin1')
    const { file } = await uploadAndRead(Buffer.concat([photo, hidden]))
    expect(file.toString('latin1')).not.toMatch(/script|php/)
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['an SVG with a script', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['HTML under a picture name', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML with a GIF header', () => Buffer.from('GIF89a/*<html><script>alert(1)</script>*/=1;')],
    ['HTML with a JPEG header', () => Buffer.from('\xff\xd8\xff\xe0<html><script>1</script></html>', 'latin1')],
    ['a header without its data', () => makeBomb(800).subarray(0, 60)],
    ['half a JPEG', async () => cutHalf(await makeNoise(400, 300).jpeg().toBuffer())],
    ['half a PNG', async () => cutHalf(await makeNoise(400, 300).png().toBuffer())],
    ['half a WebP', async () => cutHalf(await makeNoise(400, 300).webp().toBuffer())],
    ['a TIFF', () => makeNoise(40, 30).tiff().toBuffer()],
    ['a video', () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1')],
    ['empty', () => Buffer.alloc(0)],
  ])('is refused when it is %s', async (_title, make) => {
    const before = await listNames(upstream.files.uploads)
    expect(await upload(await make())).toMatchObject(NO_PICTURE)
    expect(await listNames(upstream.files.uploads)).toEqual(before)
  })

  it('is refused with the limit when it is a decompression bomb', async () => {
    const before = await listNames(upstream.files.uploads)
    const message = '图片过大：宽 × 高不超过 5000 万像素，请缩小后再上传'
    expect(await upload(makeBomb(10_000))).toMatchObject({ code: 400, message })
    expect(await listNames(upstream.files.uploads)).toEqual(before)
  })

  it('is refused when it has too many frames', async () => {
    const frames = await Promise.all(
      Array.from({ length: 201 }, (_none, nth) =>
        makeSolid(nth % 255, 4, 4)
          .png()
          .toBuffer(),
      ),
    )
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ keepDuplicateFrames: true })
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(201)
    expect(await upload(gif)).toMatchObject(NO_PICTURE)
  })

  it('is refused above 10 MB, with and without a declared length', async () => {
    expect(await upload(Buffer.alloc(UPLOAD_MAX_BYTES + 1, 'x'))).toMatchObject(TOO_LARGE)
    expect(await upload(Buffer.alloc(UPLOAD_MAX_BYTES + 200_000, 'x'))).toMatchObject(TOO_LARGE)
    const { token } = await upstream.signUp('streams@example.test')
    const head = '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a.jpg"\r\n\r\n'
    async function* streamEndless() {
      yield Buffer.from(head)
      for (let sent = 0; sent < UPLOAD_MAX_BYTES + 1_000_000; sent += 100_000) yield Buffer.alloc(100_000, 'x')
      yield Buffer.from('\r\n--b--\r\n')
    }
    const answer = await fetch(`${upstream.url}/file/upload`, {
      method: 'POST',
      body: ReadableStream.from(streamEndless()),
      headers: { authorization: token, 'content-type': 'multipart/form-data; boundary=b' },
      duplex: 'half',
    })
    expect(await answer.json()).toMatchObject(TOO_LARGE)
  })

  it('is stored no larger than it was sent, and its stored size is charged', async () => {
    const came = makeOneBitNoise(7000)
    const { file, metadata } = await uploadAndRead(came)
    expect(came.length).toBeGreaterThan(6_000_000)
    expect(file.length).toBeLessThan(came.length)
    expect(metadata).toMatchObject({ format: 'png', isPalette: true, width: 4096, height: 4096 })

    const kept = mkdtempSync(join(tmpdir(), 'portal-kept-'))
    const keeper = createPictureStore({
      db: upstream.db,
      uploads: createFolderStore(kept),
      makePicture: createPictureMaker(),
    })
    const charged: number[] = []
    const photo = await makeNoise(400, 300).jpeg().toBuffer()
    await keeper.keep(photo, { id: 'u', charge: async (bytes) => void charged.push(bytes) })
    const [name = ''] = readdirSync(kept)
    expect(charged).toEqual([readFileSync(join(kept, name)).length])
    const throwUsedUp = () => {
      throw new Error('used up')
    }
    await expect(keeper.keep(photo, { id: 'u', charge: throwUsedUp })).rejects.toThrow('used up')
    expect(readdirSync(kept)).toEqual([name])
    rmSync(kept, { recursive: true })
  }, 60_000)

  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['a photograph', () => makeNoise(1200, 900).blur(2).jpeg({ quality: 95 }).toBuffer(), 'webp'],
    ['a drawing of few colours', () => makeGradient(600, 400).png({ palette: true, colours: 16 }).toBuffer(), 'webp'],
    ['two-colour noise, with too many pixels for a lossless WebP', () => makeOneBitNoise(2400), 'png'],
  ])('is stored in the smallest format: %s', async (_title, make, ending) => {
    const came = await make()
    const { file, address } = await uploadAndRead(came)
    expect(address.endsWith(`.${ending}`)).toBe(true)
    expect(file.length).toBeLessThanOrEqual(came.length * 1.1)
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['two colours', () => makeOneBitNoise(300)],
    ['a palette', () => makeGradient(300, 200).png({ palette: true, colours: 64 }).toBuffer()],
    ['greys', () => makeNoise(200, 100).toColourspace('b-w').png().toBuffer()],
    ['all colours', () => makeNoise(200, 100).png().toBuffer()],
    ['all colours on a transparent ground', () => makeNoise(200, 100).ensureAlpha(0.5).png().toBuffer()],
  ])('keeps every pixel of a PNG: %s', async (_title, make) => {
    const came = await make()
    const { file } = await uploadAndRead(came)
    const pixels = (bytes: Buffer) => sharp(bytes).toColourspace('srgb').ensureAlpha().raw().toBuffer()
    expect((await pixels(file)).equals(await pixels(came))).toBe(true)
  })

  it('must be the only file, in its field of a multipart form', async () => {
    const photo = toBytes(await makeNoise(40, 30).jpeg().toBuffer())
    const two: Part[] = [
      ['multipartFile', photo, 'a.jpg'],
      ['multipartFile', photo, 'b.jpg'],
    ]
    for (const parts of [two, [['file', photo, 'a.jpg']], [['multipartFile', 'text']], []] as Part[][]) {
      expect(await send('/file/upload', parts)).toMatchObject(MALFORMED)
    }
    const { token } = await upstream.signUp('json@example.test')
    expect(await ask(upstream, 'POST /file/upload', { token, body: { multipartFile: 'x' } })).toMatchObject(MALFORMED)
    for (const [type, payload] of [
      ['multipart/form-data', 'x'],
      [
        'multipart/form-data; boundary=b',
        '--b\r\nContent-Disposition: form-data; name="multipartFile"; filename="a"\r\n\r\nx',
      ],
    ] as const) {
      const headers = { authorization: token, 'content-type': type }
      const answer = await upstream.app.inject({ method: 'POST', url: '/file/upload', headers, payload })
      expect(answer.json()).toMatchObject(MALFORMED)
    }
  })

  it('waits in a queue; a flood from one account is refused with the time to wait', async () => {
    const { token } = await upstream.signUp('flood@example.test')
    const photo = toBytes(await makeNoise(900, 900).png().toBuffer())
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => send('/file/upload', [['multipartFile', photo, 'a.png']], token)),
    )
    const refusal = answers.filter(({ code }) => code !== 200)
    expect(refusal.length).toBeGreaterThan(0)
    expect(refusal.length).toBeLessThanOrEqual(11)
    for (const one of refusal) {
      expect(one).toMatchObject({ code: 500, message: '请求过于频繁,稍后重试' })
      expect(Number(one.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect(await send('/file/upload', [['multipartFile', photo, 'a.png']], token)).toMatchObject({ code: 200 })
  })

  it('is served whole with its own type, never as a page', async () => {
    const { address, file } = await uploadAndRead(await makeNoise(40, 30).jpeg().toBuffer())
    const answer = await fetch(upstream.url + address, { headers: { range: 'bytes=0-3' } })
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(file)
    expect(answer.headers.get('content-type')).toBe(address.endsWith('.webp') ? 'image/webp' : 'image/jpeg')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*sandbox/)
    expect(answer.headers.get('accept-ranges')).toBeNull()
    expect((await fetch(`${upstream.url}${address}x`)).status).toBe(404)
    expect((await fetch(`${upstream.url}/file/img/.unfinished-${address.split('/').pop()}`)).status).toBe(404)
  })

  it('leaves no partial file', async () => {
    const names = readdirSync(join(upstream.config.dataDir, 'files'))
    expect(names.filter((name) => name.startsWith('.'))).toEqual([])
  })
})

describe('an uploaded Markdown file', () => {
  const read = (bytes: Uint8Array<ArrayBuffer> | string, name: string, field = 'file') =>
    send('/v1/article/readMarkdownFile', [[field, bytes, name, 'text/markdown']])

  it('is returned as text, with its name as the title', async () => {
    expect(await read('\ufeff## 折射率\r\n点测约 1.61。\n', '绿松石 注胶.md')).toMatchObject({
      code: 200,
      data: { content: '## 折射率\n点测约 1.61。\n', fileName: '绿松石 注胶' },
    })
    expect(await read('a', '..\\..\\notes.v2.TXT')).toMatchObject({ data: { content: 'a', fileName: 'notes.v2' } })
  })

  it('is refused when it is not UTF-8, too long, of another type or in another field', async () => {
    expect(await read(new Uint8Array([0xb4, 0xe4, 0xf4, 0xe4]), 'gbk.md')).toMatchObject(UNREADABLE)
    expect(await read('a\0b', 'zero.md')).toMatchObject(UNREADABLE)
    expect(await read('a', 'page.html')).toMatchObject(UNREADABLE)
    expect(await read('x'.repeat(1_000_001), 'long.md')).toMatchObject(UNREADABLE)
    expect(await read('a', 'a.md', 'multipartFile')).toMatchObject(UNREADABLE)
    expect(await send('/v1/article/readMarkdownFile', [['file', 'a', 'a.md']], 'nobody')).toMatchObject({ code: 401 })
  })
})

function cutHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

function makeSolid(grey: number, width = 30, height = 20) {
  return sharp({ create: { width, height, channels: 3, background: { r: grey, g: grey, b: grey } } })
}

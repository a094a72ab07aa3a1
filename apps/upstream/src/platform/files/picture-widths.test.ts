import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { listNames, readStored } from '#testing/stores.ts'
import { makeFileName } from './file-store.ts'
import { createPictureMaker, type PictureMaker } from './picture.ts'
import { createPictureWidths, isUnofferedWidth, listPictureNames, toSrcSet } from './picture-widths.ts'

let upstream: TestUpstream
beforeAll(async () => {
  upstream = await makeUpstream({ content: 'fixture' })
})
afterAll(() => upstream.close())

const get = (url: string) => upstream.app.inject({ url })
const makeNoise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', sigma: 40 } } })

/** Stores a picture as an upload. @returns its name without the ending */
async function store(bytes: Buffer, ending: string): Promise<string> {
  const name = makeFileName()
  await upstream.files.uploads.put(`${name}.${ending}`, bytes)
  return name
}

describe('a width of a picture', () => {
  it.each([
    ['jpg', 'jpeg'],
    ['webp', 'webp'],
    ['png', 'png'],
  ] as const)('is made from a %s when it is first asked for, stored, and immutable', async (ending, format) => {
    const whole = await makeNoise(1000, 500)[format]().toBuffer()
    const name = await store(whole, ending)
    for (const [width, height] of [
      [480, 240],
      [960, 480],
    ] as const) {
      const answer = await get(`/file/img/${name}-${width}.${ending}`)
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width, height })
      expect(answer.rawPayload.length).toBeLessThan(whole.length)
      expect(answer.headers).toMatchObject({
        'content-type': `image/${format}`,
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const stored = await readStored(upstream.files.uploads, `${name}-${width}.${ending}`)
      expect(stored.equals(answer.rawPayload)).toBe(true)
    }
    await upstream.files.uploads.delete(`${name}.${ending}`)
    expect((await get(`/file/img/${name}-960.${ending}`)).statusCode).toBe(200)
    expect((await get(`/file/img/${name}-1600.${ending}`)).statusCode).toBe(404)
  })

  it('is the whole picture when that is not wider, animated, or smaller in bytes, and never a larger file', async () => {
    const small = await makeNoise(480, 300).jpeg().toBuffer()
    const frames = await Promise.all(
      [20, 120].map((grey) =>
        sharp({ create: { width: 600, height: 60, channels: 3, background: { r: grey, g: grey, b: grey } } })
          .png()
          .toBuffer(),
      ),
    )
    const animated = await sharp(frames, { join: { animated: true } })
      .webp({ lossless: true })
      .toBuffer()
    const drawing = await sharp({ create: { width: 2000, height: 1, channels: 3, background: '#fff' } })
      .png({ palette: true, colours: 2 })
      .toBuffer()
    for (const [bytes, ending] of [
      [small, 'jpg'],
      [animated, 'webp'],
      [drawing, 'png'],
    ] as const) {
      const name = await store(bytes, ending)
      const answer = await get(`/file/img/${name}-480.${ending}`)
      expect([answer.statusCode, answer.rawPayload.length <= bytes.length]).toEqual([200, true])
      if (ending !== 'png') {
        expect(answer.rawPayload.equals(bytes)).toBe(true)
        expect(await listNames(upstream.files.uploads)).not.toContain(`${name}-480.${ending}`)
      }
    }
  })

  it('is found under no other name', async () => {
    const name = await store(await makeNoise(2000, 20).jpeg().toBuffer(), 'jpg')
    const before = await listNames(upstream.files.uploads)
    const unknown = randomBytes(16).toString('hex')
    for (const one of [
      ...['-1.jpg', '-479.jpg', '-0480.jpg', '-4800.jpg', '-1e3.jpg', '-480.webp', '-480.png', '-480.JPG', '-480'].map(
        (end) => name + end,
      ),
      ...['-480-480.jpg', '--480.jpg', '-480.jpg.jpg', '-480.jpg%00', '%2d480%2f..%2fx.jpg'].map((end) => name + end),
      ...[`${unknown}-480.jpg`, `${name.toUpperCase()}-480.jpg`, 'loupe-480.svg', '..-480.jpg', `${name}-480.pdf`],
    ]) {
      expect([one, (await get(`/file/img/${one}`)).statusCode]).toEqual([one, 404])
    }
    expect(await listNames(upstream.files.uploads)).toEqual(before)
    expect((await get(`/file/img/${name}-1600.jpg`)).statusCode).toBe(200)
  })

  it('that is not offered costs no request to storage', () => {
    const name = makeFileName()
    for (const end of ['-479.jpg', '-0480.jpg', '-480.gif', '-480-480.jpg', '-x.webp']) {
      expect([end, isUnofferedWidth(name + end)]).toEqual([end, true])
    }
    for (const other of [`${name}.jpg`, `${name}-480.jpg`, `${name}-1600.webp`, 'loupe-1.svg', 'a-479.jpg']) {
      expect([other, isUnofferedWidth(other)]).toEqual([other, false])
    }
  })

  it('is refused for a file that is no picture, which is sent as it is', async () => {
    const page = Buffer.from('<html><script>alert(1)</script></html>')
    const name = await store(page, 'jpg')
    const answer = await get(`/file/img/${name}-480.jpg`)
    expect([answer.statusCode, answer.rawPayload.equals(page)]).toEqual([200, true])
    expect(await listNames(upstream.files.uploads)).not.toContain(`${name}-480.jpg`)
  })
})

describe('a flood of requests for widths', () => {
  it('is made one by one, keeps few in memory, and the rest get whole pictures that no cache keeps', async () => {
    const photo = await makeNoise(1700, 500).jpeg().toBuffer()
    const names = await Promise.all(Array.from({ length: 30 }, () => store(photo, 'jpg')))
    const answers = await Promise.all(
      names.flatMap((name) => [480, 960, 1600].map((width) => get(`/file/img/${name}-${width}.jpg`))),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const passing = answers.filter(({ headers }) => headers['cache-control'] === 'no-store')
    expect(passing.length).toBeGreaterThan(40)
    expect(passing.every(({ rawPayload }) => rawPayload.equals(photo))).toBe(true)
    const [late = ''] = names.slice(-1)
    expect((await get(`/file/img/${late}-1600.jpg`)).headers['cache-control']).toContain('immutable')
  }, 60_000)

  it('makes each width once, one at a time, and leaves the event loop and uploads alone', async () => {
    let [atOnce, most, made] = [0, 0, 0]
    const makePicture = createPictureMaker()
    const counted: PictureMaker = async (...given) => {
      atOnce += 1
      most = Math.max(most, atOnce)
      made += 1
      return await makePicture(...given).finally(() => {
        atOnce -= 1
      })
    }
    const errors: Error[] = []
    const { uploads } = upstream.files
    const onError = (error: Error) => errors.push(error)
    const widths = createPictureWidths({ uploads, makePicture: counted, onError })
    const photo = await makeNoise(1700, 900).jpeg().toBuffer()
    const names = await Promise.all(Array.from({ length: 4 }, () => store(photo, 'jpg')))
    const begun = performance.now()
    const work = Promise.all(names.flatMap((name) => Array.from({ length: 9 }, () => widths.make(`${name}-960.jpg`))))
    const upload = await makePicture(await makeNoise(50, 50).jpeg().toBuffer(), 'member')
    const uploadMs = performance.now() - begun
    expect(upload).toMatchObject({ ending: expect.any(String) })
    const results = await work
    expect(uploadMs).toBeLessThan(performance.now() - begun)
    expect(results.every((one) => one?.isLasting)).toBe(true)
    expect([most, made, errors]).toEqual([1, 4, []])
  }, 60_000)

  it('sends the whole picture while no width can be stored, and reports why', async () => {
    const errors: string[] = []
    const full = { ...upstream.files.uploads, put: () => Promise.reject(new Error('ENOSPC')) }
    const widths = createPictureWidths({
      uploads: full,
      makePicture: createPictureMaker(),
      onError: ({ message }) => errors.push(message),
    })
    const name = await store(await makeNoise(600, 400).jpeg().toBuffer(), 'jpg')
    expect(await widths.make(`${name}-480.jpg`)).toEqual({ name: `${name}.jpg`, isLasting: false })
    expect(errors).toEqual(['ENOSPC'])
  })
})

it('the names of a picture are its own and those of three widths', () => {
  expect(listPictureNames('a.webp')).toEqual(['a.webp', 'a-480.webp', 'a-960.webp', 'a-1600.webp'])
})

it('each smaller width of a picture and the whole one are offered, and none of a small picture', () => {
  expect(toSrcSet('/file/img/m/a1/front-view.webp', 1600)).toBe(
    '/file/img/m/a1/front-view-480.webp 480w, /file/img/m/a1/front-view-960.webp 960w, /file/img/m/a1/front-view.webp 1600w',
  )
  expect(toSrcSet('/file/img/a.jpg', 480)).toBeUndefined()
})

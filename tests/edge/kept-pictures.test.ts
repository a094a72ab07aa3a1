import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Asked, ask } from './asking.ts'
import { type EdgeOfStub, hasNginx, startEdgeOfStub } from './stub-site.ts'

const PICTURE = '/file/img/stone-1.webp'
const LIBRARY_PICTURE = `/file/img/m/${'4f'.repeat(16)}/picture.webp`
const IMMUTABLE = 'public, max-age=31536000, immutable'

describe.skipIf(!hasNginx())('nginx with its cache of pictures', () => {
  let edge: EdgeOfStub
  beforeEach(async () => {
    edge = await startEdgeOfStub()
    edge.answer = (_request, response) => sendPicture(response)
  })
  afterEach(() => edge.close())

  const get = (path: string, asked: Asked = {}) => ask(edge.url + path, asked)
  /** Sends two equal requests. @returns how many of them reached the site */
  async function countAsked(path: string, asked: Asked = {}): Promise<number> {
    const before = edge.asked.length
    await get(path, asked)
    await get(path, asked)
    return edge.asked.length - before
  }

  it.each([PICTURE, LIBRARY_PICTURE])('asks the site once for %s, whatever browsers accept', async (path) => {
    expect(await countAsked(path, { headers: { 'accept-encoding': 'gzip' } })).toBe(1)
    const again = await get(path, { headers: { 'accept-encoding': 'br', cookie: 'session=a' } })
    expect(edge.asked).toHaveLength(1)
    expect(again).toMatchObject({ status: 200, body: 'picture', headers: { 'cache-control': IMMUTABLE } })
    expect(again.headers).not.toHaveProperty('x-accel-expires')
    expect(again.headers).not.toHaveProperty('x-request-id')
  })

  it('sends one of 50 concurrent requests for a new picture to the site', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    edge.answer = async (_request, response) => {
      await held
      sendPicture(response)
    }
    const all = Promise.all(Array.from({ length: 50 }, () => get(PICTURE)))
    await expect.poll(() => edge.asked.length).toBe(1)
    release()
    expect(new Set((await all).map(({ body }) => body))).toEqual(new Set(['picture']))
    expect(edge.asked).toHaveLength(1)
  })

  it('answers 304 itself', async () => {
    await get(PICTURE)
    expect((await get(PICTURE, { headers: { 'if-none-match': '"1"' } })).status).toBe(304)
    expect(edge.asked).toHaveLength(1)
  })

  it('asks again after the time that the site has set, and keeps the picture if it is the same', async () => {
    edge.answer = (request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304, headers('1')).end()
      else sendPicture(response, '1')
    }
    await get(PICTURE)
    await expect.poll(async () => (await get(PICTURE)).status === 200 && edge.asked.length, { timeout: 5000 }).toBe(2)
    expect(edge.asked[1]?.headers['if-none-match']).toBe('"1"')
    expect((await get(PICTURE)).body).toBe('picture')
  })

  it.each([500, 502, 503, 504])('shows a kept picture instead of a %i, but not instead of a 404', async (status) => {
    edge.answer = (_request, response) => sendPicture(response, '1')
    await get(PICTURE)
    edge.answer = (_request, response) => void response.writeHead(status).end('failed')
    await expect
      .poll(async () => (await get(PICTURE)).body === 'picture' && edge.asked.length, { timeout: 5000 })
      .toBe(2)
    edge.answer = (_request, response) => sendNone(response)
    expect((await get(PICTURE)).status).toBe(404)
  })

  it.each([404, 410])('shows no picture again that was deleted (%i) when the site fails afterwards', async (status) => {
    edge.answer = (_request, response) => sendPicture(response, '1')
    await get(PICTURE)
    edge.answer = (_request, response) => sendNone(response, status)
    await expect.poll(async () => (await get(PICTURE)).status, { timeout: 5000 }).toBe(status)
    edge.answer = (_request, response) => void response.writeHead(502).end('failed')
    const before = edge.asked.length
    await expect
      .poll(async () => (await get(PICTURE)).status === status && edge.asked.length > before, { timeout: 5000 })
      .toBe(true)
  })

  it('keeps no refusal of a picture that it never had', async () => {
    edge.answer = (_request, response) => sendNone(response)
    expect(await countAsked(PICTURE)).toBe(2)
  })

  it('keeps no whole picture that stands for a width that cannot be made yet', async () => {
    edge.answer = (_request, response) => void response.writeHead(200, { 'cache-control': 'no-store' }).end('whole')
    expect(await countAsked(PICTURE)).toBe(2)
  })

  it.each([`${PICTURE}?1`, '/file/img/stone-1%2Ewebp', '/file/img/a%2F..%2Fstone-1.webp', '/file/img/.webp'])(
    'neither keeps an answer to %s, nor answers it with a kept one',
    async (path) => {
      await get(PICTURE)
      expect(await countAsked(path)).toBe(2)
    },
  )
})

const headers = (expires: string) => ({
  'cache-control': IMMUTABLE,
  'x-accel-expires': expires,
  'x-request-id': 'of the first request',
  etag: '"1"',
})

/** Answers as the site does (`streams/send-stream.ts`). @param expires seconds, or `@` and a time */
function sendPicture(response: ServerResponse, expires = '86400'): void {
  response.writeHead(200, { ...headers(expires), 'content-type': 'image/webp', vary: 'accept-encoding' }).end('picture')
}

/** Refuses as the site does. */
function sendNone(response: ServerResponse, status = 404): void {
  response.writeHead(status, { 'x-accel-expires': '1', 'cache-control': 'no-store' }).end('gone')
}

import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeFolder } from '#testing/backups.ts'
import type { FileStore } from './file-store.ts'
import { type Bucket, openBucket } from './s3-store.ts'

const [HANGING, FINE] = ['hanging', 'fine']
const CONTENT = Buffer.from('a file')

let server: Server
let bucket: Bucket
let store: FileStore
let temporary: ReturnType<typeof makeFolder>
let asked: string[]
let isHanging: boolean
beforeEach(async () => {
  ;[asked, isHanging] = [[], true]
  server = createServer((request, response: ServerResponse) => {
    const { url = '' } = request
    asked.push(url)
    request.resume()
    if (!isHanging || !url.includes(HANGING)) response.writeHead(200, { etag: '"a"' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  temporary = makeFolder()
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config = { bucket: 'portal', endpoint, region: 'r', accessKey: 'k', secretKey: 's', isPathStyle: true }
  bucket = await openBucket(config, temporary.folder)
  store = bucket.createStore('files')
})
afterEach(() => {
  bucket.close()
  server.close()
  server.closeAllConnections()
  temporary[Symbol.dispose]()
})

it('fails at once after a request without an answer, in all areas, and asks again some seconds later', async () => {
  await expect(store.put(HANGING, CONTENT)).rejects.toThrow('no answer in time')
  const { length } = asked
  for (const one of [store, bucket.createStore('raw-records')]) {
    await expect(one.put(HANGING, CONTENT)).rejects.toMatchObject({ code: 'STORAGE' })
    await expect(one.get(FINE)).rejects.toThrow('to the request before')
  }
  expect(asked).toHaveLength(length)
  isHanging = false
  await expect.poll(() => store.put(HANGING, CONTENT).then(() => 'stored', String)).toBe('stored')
  await store.put(FINE, CONTENT)
})

it('asks on when only one request has no answer', async () => {
  const late = expect(store.put(HANGING, CONTENT)).rejects.toThrow('no answer in time')
  await expect.poll(() => asked).toHaveLength(1)
  await store.put(FINE, CONTENT)
  await late
  await store.put(FINE, CONTENT)
})

it('names the error of the operating system when nothing listens, and when a connection is reset', async () => {
  server.removeAllListeners('request').on('request', ({ socket }) => socket.resetAndDestroy())
  await expect(store.get(FINE)).rejects.toThrow('GET failed: ECONNRESET')
  server.close()
  server.closeAllConnections()
  const { bucket: other, endpoint } = { bucket: 'other', endpoint: 'http://127.0.0.1:9' }
  const away = await openBucket(
    { bucket: other, endpoint, region: 'r', accessKey: 'k', secretKey: 's', isPathStyle: true },
    temporary.folder,
  )
  await expect(away.createStore('files').get(FINE)).rejects.toThrow('GET failed: ECONNREFUSED')
  away.close()
})

import { randomBytes } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import { makeBucket, s3Server, toEnvironment } from '../apps/upstream/src/testing/stores.ts'
import { addPeople } from './certificates/measured-desk.ts'
import { FILE_ROUNDS, measureFileRows } from './jobs/file-rows.ts'
import { type BenchRow, getMedian, runInTempFolder } from './measuring/bench.ts'
import { type MeasuredServer, startUpstream } from './measuring/measured-servers.ts'

export const name = 'storage'

const PICTURES = 40
/** A PNG of 1 MB. */
const PICTURE = makeNoise(1200, 800)

/** Measures what files cost in a folder and in object storage: requests to it, and the time of the call. */
export async function run(): Promise<BenchRow[]> {
  const inFolder = await measure('folder', {})
  if (!s3Server) return inFolder
  const bucket = await makeBucket()
  const relay = await startCountingRelay(bucket.s3.endpoint)
  try {
    const env = toEnvironment({ ...bucket.s3, endpoint: relay.endpoint })
    return [...inFolder, ...(await measure('object storage', env, relay.take))]
  } finally {
    relay.close()
    await bucket.drop()
  }
}

/** @param takeRequests returns the requests to storage since the last call, e.g. `GET 2, PUT 1`, for one of `count` */
async function measure(where: string, env: NodeJS.ProcessEnv, takeRequests?: (count: number) => string) {
  return await runInTempFolder('storage-bench', async (dataDir) => {
    const { clerk } = await addPeople(dataDir)
    const server = await startUpstream(dataDir, { env })
    const rows: BenchRow[] = []
    const add = (name: string, value: number, count: number, unit = 'ms') =>
      rows.push({ name: `${where}: ${name}`, value, unit, ...(takeRequests && { note: takeRequests(count) }) })
    try {
      // The first request of a kind loads code and opens connections.
      await readPicture(server, await uploadPicture(server, clerk))
      takeRequests?.(1)
      const addresses: string[] = []
      const uploads = await measureEach(Array.from({ length: PICTURES }), async () => {
        addresses.push(await uploadPicture(server, clerk))
      })
      add('upload of a picture', getMedian(uploads), PICTURES)
      add(
        'a picture, past nginx',
        getMedian(await measureEach(addresses, (address) => readPicture(server, address))),
        PICTURES,
      )
      const [checked, stored] = await measureFileRows(server, clerk)
      const seconds = (checked?.value ?? 0) + (stored?.value ?? 0)
      add('file of 5,000 certificates, until they are drafts', seconds, FILE_ROUNDS, 's')
      return rows
    } finally {
      await server.stop()
    }
  })
}

async function measureEach<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  for (const item of items) {
    const startedAt = performance.now()
    await work(item)
    times.push(performance.now() - startedAt)
  }
  return times
}

async function uploadPicture({ url }: MeasuredServer, authorization: string): Promise<string> {
  const form = new FormData()
  form.append('multipartFile', new File([PICTURE], 'stone.png', { type: 'image/png' }))
  const answer = await fetch(`${url}/file/upload`, { method: 'POST', body: form, headers: { authorization } })
  const { data, message } = (await answer.json()) as { data: string | null; message: string }
  if (data === null) throw new Error(message)
  return data
}

async function readPicture({ url }: MeasuredServer, address: string): Promise<void> {
  const answer = await fetch(url + address)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
}

/** Makes a PNG of random grey pixels, which cannot be compressed. */
function makeNoise(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const [size, sum, typed] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.concat([Buffer.from(type), data])]
    size.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(typed))
    return Buffer.concat([size, typed, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, grey.
  header[8] = 8
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), randomBytes(width)]))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

/** Starts a relay in front of the S3 server that counts requests by method. */
async function startCountingRelay(endpoint: string) {
  const counts = new Map<string, number>()
  const server = createServer((near, answer) => {
    const { method = 'GET', url = '/', headers } = near
    counts.set(method, (counts.get(method) ?? 0) + 1)
    const far = request(new URL(url, endpoint), { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
    })
    far.on('error', () => near.socket.destroy())
    near.pipe(far)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take(count: number) {
      const taken = [...counts].map(([method, times]) => `${method} ${Number((times / count).toFixed(2))}`)
      counts.clear()
      return taken.join(', ')
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

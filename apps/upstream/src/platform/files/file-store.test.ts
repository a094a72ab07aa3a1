import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeStores, listNames, s3Server, type TestPlace } from '#testing/stores.ts'
import { type Files, openFiles } from './open-files.ts'

describeStores('a file store', (make) => {
  let place: TestPlace
  let files: Files
  beforeAll(async () => {
    place = await make()
    files = await openFiles(place)
  })
  afterAll(async () => {
    files.close()
    await place.drop()
  })

  it('returns what was stored, whole and in part, with its size and time', async () => {
    const { uploads } = files
    const before = Date.now()
    await uploads.put('a.png', Buffer.from('0123456789'))
    const opened = await uploads.get('a.png')
    expect(opened && (await text(opened.content))).toBe('0123456789')
    expect(opened).toMatchObject({ bytes: 10 })
    // Object storage tells seconds.
    expect(Math.abs((opened?.storedAtMs ?? 0) - before)).toBeLessThan(5000)
    const part = await uploads.get('a.png', { start: 2, end: 4 })
    expect(part && [await text(part.content), part.bytes]).toEqual(['234', 10])
    expect(await uploads.head('a.png')).toMatchObject({ bytes: 10, version: opened?.version })
  })

  it('stores an empty file, and one of many chunks from a path, which it moves', async () => {
    const { rawRecords } = files
    await rawRecords.put('empty', Buffer.alloc(0))
    expect(await rawRecords.head('empty')).toMatchObject({ bytes: 0 })
    const content = randomBytes(5_000_000)
    const path = join(place.dataDir, 'taken')
    writeFileSync(path, content)
    await rawRecords.put('large', { path })
    expect(existsSync(path)).toBe(false)
    const opened = await rawRecords.get('large')
    expect(opened && hash(await buffer(opened.content))).toBe(hash(content))
  })

  it('knows no file that was never stored or is deleted, and deletes twice without an error', async () => {
    const { uploads } = files
    await uploads.put('gone.png', Buffer.from('x'))
    await uploads.delete('gone.png')
    await uploads.delete('gone.png')
    expect([await uploads.head('gone.png'), await uploads.get('gone.png')]).toEqual([undefined, undefined])
    expect(await uploads.usePath('gone.png', async () => 'used')).toBeUndefined()
  })

  it('lists the files of its own area, however many there are', async () => {
    const { ticketPictures } = files
    const wanted = Array.from({ length: 30 }, (_, at) => `p${String(at).padStart(2, '0')}.webp`)
    for (const name of wanted) await ticketPictures.put(name, Buffer.from(name))
    expect(await listNames(ticketPictures)).toEqual(wanted)
    expect(await listNames(files.contentImports)).toEqual([])
    for await (const { bytes, storedAtMs } of ticketPictures.list()) {
      expect([bytes, storedAtMs > 0]).toEqual([8, true])
    }
  })

  it('lends a path for as long as it is used', async () => {
    const { certificateImports } = files
    await certificateImports.put('batch', Buffer.from('a,b'))
    const path = await certificateImports.usePath('batch', async (path) => {
      expect(existsSync(path)).toBe(true)
      return path
    })
    expect(existsSync(path ?? '')).toBe(place.s3 === null)
    await expect(certificateImports.usePath('batch', () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
  })

  it('gives another version to another content of the same size', async () => {
    const { uploads } = files
    await uploads.put('v.png', Buffer.from('one'))
    const version = (await uploads.head('v.png'))?.version
    await uploads.put('v.png', Buffer.from('two'))
    expect((await uploads.head('v.png'))?.version).not.toBe(version)
  })

  it('refuses names that lead elsewhere', async () => {
    for (const name of ['', '.', '..', '.hidden', 'a/b', '../a', 'a\\b', 'a\0b', '钥匙', 'x'.repeat(300)]) {
      await expect(files.uploads.put(name, Buffer.from('x')), name).rejects.toThrow('no name of a stored file')
      await expect(files.uploads.get(name), name).rejects.toThrow('no name of a stored file')
      await expect(files.uploads.delete(name), name).rejects.toThrow('no name of a stored file')
    }
  })
})

it('a folder follows no link, lists no partial file, and deletes those of killed processes after an hour', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-store-'))
  const files = await openFiles({ dataDir, s3: null })
  const folder = join(dataDir, 'files')
  await mkdir(folder)
  writeFileSync(join(dataDir, 'secret.key'), 'secret')
  symlinkSync(join(dataDir, 'secret.key'), join(folder, 'link.png'))
  writeFileSync(join(folder, '.unfinished-old'), 'half')
  writeFileSync(join(folder, '.unfinished-new'), 'half')
  utimesSync(join(folder, '.unfinished-old'), new Date(), new Date(Date.now() - 2 * HOUR_MS))
  expect(await listNames(files.uploads)).toEqual([])
  expect([await files.uploads.get('link.png'), await files.uploads.head('link.png')]).toEqual([undefined, undefined])
  await files.sweep()
  expect(readdirSync(folder).sort()).toEqual(['.unfinished-new', 'link.png'])
  rmSync(dataDir, { recursive: true })
})

it('object storage that is away, silent or refuses ends each call with a fault within five seconds', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as { port: number }
  const own = { bucket: 'portal', region: 'us-east-1', accessKey: 'a', secretKey: 'b', isPathStyle: true }
  const places = [
    { ...own, endpoint: 'http://127.0.0.1:9' },
    { ...own, endpoint: `http://127.0.0.1:${port}` },
    ...(s3Server
      ? [
          { ...s3Server, secretKey: 'wrong', bucket: 'portal' },
          { ...s3Server, bucket: 'no-such-bucket' },
        ]
      : []),
  ]
  try {
    await Promise.all(
      places.map(async (s3) => {
        const files = await openFiles({ dataDir: '/nowhere', s3 })
        const started = performance.now()
        const calls = [files.uploads.put('a', Buffer.from('x')), files.uploads.get('a')]
        const fault = { status: 'rejected', reason: { name: 'StorageFault' } }
        expect(await Promise.allSettled(calls), s3.endpoint).toMatchObject([fault, fault])
        expect(performance.now() - started).toBeLessThan(5000)
        files.close()
      }),
    )
  } finally {
    silent.close()
  }
})

const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')

import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { concat, isEqual } from '@portal/contract/tlog/hashing.ts'
import {
  checkSignature,
  readNote,
  readVerifierKey,
  type SignedNote,
  type VerifierKey,
} from '@portal/contract/tlog/signed-notes.ts'
import { computeTileWidth, formatTilePath, listNewTiles, readBundle } from '@portal/contract/tlog/tile-paths.ts'
import { createTree } from '@portal/contract/tlog/tree.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { hashLeaf } from './log-hashing.ts'
import { addPlainEntries, makePlainEntry } from './testing/log-entries.ts'

const hashBytes = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

describeDatabases('the files of the public log', (make) => {
  let upstream: TestUpstream
  const env = { LOG_KEY: Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64') }

  beforeEach(async () => {
    upstream = await makeUpstreamOn(make, { env: { ...env, PUBLIC_ORIGIN: 'https://lab.example' } })
  })
  afterEach(() => upstream.close())

  const get = async (path: string) => {
    const { statusCode, headers, rawPayload } = await upstream.app.inject(`/log/${path}`)
    return { status: statusCode, headers, bytes: new Uint8Array(rawPayload), text: rawPayload.toString() }
  }
  /** Waits until the log has signed its entries. */
  const waitUntilSigned = async (size: number) => {
    await expect.poll(async () => (await get('checkpoint')).text.split('\n')[1], { timeout: 5000 }).toBe(String(size))
  }

  it('has a signed checkpoint and its key from the start', async () => {
    const { status, headers, text } = await get('checkpoint')
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'public, max-age=2',
    ])
    const key = await get('key')
    expect(key.text).toBe('lab.example/log+8940af4f+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4\n')
    const [note, verifier] = [readNote(text) as SignedNote, (await readVerifierKey(key.text.trim())) as VerifierKey]
    expect(await checkSignature(note, verifier)).toBe('right')
    expect(readCheckpoint(note.text)).toMatchObject({ origin: verifier.name, size: 0 })
    expect((await get('tile/0/000')).status).toBe(404)
  })

  it('has every tile and bundle of the signed size, which prove root and entries', async () => {
    await get('checkpoint')
    await addPlainEntries(upstream, 600)
    await waitUntilSigned(600)
    const { root } = readCheckpoint(readNote((await get('checkpoint')).text)?.text ?? '') ?? {}
    const tree = createTree(hashBytes, 600, async (tile) => (await get(formatTilePath(tile))).bytes)
    expect(isEqual(await tree.root(), root as Uint8Array)).toBe(true)
    for (const tile of listNewTiles(0, 600)) {
      const { status, headers, bytes } = await get(formatTilePath(tile))
      const each = tile.level === 'entries' ? 34 : 32
      expect([status, bytes.length, headers['content-type']]).toEqual([
        200,
        tile.width * each,
        'application/octet-stream',
      ])
      expect(headers['cache-control']).toContain(tile.width === 256 ? 'immutable' : 'max-age=86400')
    }
    const entries = readBundle((await get('tile/entries/002.p/88')).bytes, 88)
    expect(entries.map((entry) => Buffer.from(entry).toString('base64'))).toEqual(
      Array.from({ length: 88 }, (_, at) => makePlainEntry(512 + at)),
    )
    expect((await get('tile/0/002.p/88')).bytes).toEqual(concat(...entries.map(hashLeaf)))
  })

  it('has each width up to the present one, and no tile of what is not signed yet', async () => {
    await addPlainEntries(upstream, 300)
    await get('checkpoint')
    const whole = (await get('tile/0/000')).bytes
    for (const width of [1, 44, 255]) {
      expect((await get(`tile/0/000.p/${width}`)).bytes).toEqual(whole.slice(0, width * 32))
    }
    expect(computeTileWidth(300, 0, 1)).toBe(44)
    for (const path of [
      'tile/0/001',
      'tile/0/001.p/45',
      'tile/0/002',
      'tile/1/000',
      'tile/1/000.p/2',
      'tile/2/000.p/1',
    ]) {
      const { status, headers } = await get(path)
      expect([path, status, headers['cache-control']]).toEqual([path, 404, 'no-store'])
    }
  })

  it('are not served while the log is stopped, so that no client takes an older log for the present one', async () => {
    await addPlainEntries(upstream, 2)
    expect((await get('checkpoint')).status).toBe(200)
    await upstream.db.updateTable('log_state').set({ stopped: 'mark 5' }).execute()
    for (const path of ['checkpoint', 'key', 'tile/0/000.p/2', 'tile/entries/000.p/2']) {
      const { status, headers } = await get(path)
      expect([path, status, headers['cache-control']]).toEqual([path, 503, 'no-store'])
    }
  })

  it('has one address for each tile', async () => {
    await addPlainEntries(upstream, 2)
    await get('checkpoint')
    expect((await get('tile/0/000.p/2')).status).toBe(200)
    const others = [
      'tile/00/000.p/2',
      'tile/0/000.p/02',
      'tile/0/0',
      'tile/0/x000/000.p/2',
      'tile/64/000',
      'tile/0/000.p/0',
    ]
    for (const path of others) expect([path, (await get(path)).status]).toEqual([path, 404])
  })
})

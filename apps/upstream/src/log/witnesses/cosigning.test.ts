import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { checkCosignature } from '@portal/contract/tlog/cosignatures.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import { formatTilePath } from '@portal/contract/tlog/tile-paths.ts'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { readWitnesses, type WitnessAddress } from '#platform/config/witness-addresses.ts'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { entriesNamed, requestFor, signerNamed, writeLog } from '../../../../../scripts/log/testing/written-log.ts'
import { startWitness } from '../../../../../scripts/log/witness/log-witness-command.ts'
import { findAwayWitnesses } from './away-witnesses.ts'
import { createCosigning } from './cosigning.ts'
import { openWitnesses, type Witness } from './witness.ts'

const signer = await signerNamed('lab.example/log')
const entries = entriesNamed('entry', 300)
const folder = mkdtempSync(join(tmpdir(), 'portal-cosigning-'))
afterAll(() => rmSync(folder, { recursive: true }))

const stops: (() => Promise<unknown>)[] = []
let folders = 0

async function runWitness(name: string): Promise<WitnessAddress> {
  folders += 1
  const lines: string[] = []
  const witness = await startWitness({
    args: ['--name', name, '--log', signer.keyText, '--data', `${folders}`, '--port', '0'],
    folder,
    print: (line) => lines.push(line),
  })
  stops.push(witness.stop)
  const [, key = ''] = /Witness +(\S+)/.exec(lines.join('\n')) ?? []
  return { key, address: /http:\S+/.exec(lines.join('\n'))?.[0] ?? '' }
}

/** Serves answers that no witness gives. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(async () => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describeDatabases('witnesses of the public log', (make) => {
  let place: TestDatabase
  let database: OpenDatabase
  let nowMs = Date.now()
  let files: Map<string, Uint8Array>
  let changes: (string | null)[]

  beforeEach(async () => {
    place = await make('migrated')
    database = openDatabase(place.url)
    if (place.url.startsWith('sqlite')) await migrate(database)
    changes = []
  })
  afterEach(async () => {
    await Promise.all(stops.splice(0).map((stop) => stop()))
    await database.close()
    await place.drop()
  })

  /** Signs the first entries, as the signer of the log does. */
  async function signLog(size: number, from = entries): Promise<void> {
    files = await writeLog(from.slice(0, size), signer)
    const checkpoint = Buffer.from(files.get('checkpoint') ?? []).toString()
    const state = { checkpoint, origin: signer.key.name, size, signed_size: size, cosignatures: '' }
    await database.db.updateTable('log_state').set(state).execute()
  }

  const createCosigningWith = (witnesses: readonly Witness[]) =>
    createCosigning({
      db: database.db,
      witnesses,
      readTile: async (tile) => new Uint8Array(files.get(formatTilePath(tile)) ?? []),
      now: () => nowMs,
      onChange: (_witness, failure) => changes.push(failure),
      onError: (error) => {
        throw error
      },
    })

  const readState = async () => await database.db.selectFrom('log_state').selectAll().executeTakeFirstOrThrow()
  const readRows = async () => await database.db.selectFrom('log_witnesses').selectAll().orderBy('key').execute()

  /** Reads the size of the checkpoint, and the names of the witnesses with a valid line on it. */
  async function readCosigners(witnesses: readonly Witness[]): Promise<string[]> {
    const { checkpoint, cosignatures } = await readState()
    const note = readNote(`${checkpoint}${cosignatures}`)
    const checks = await Promise.all(
      witnesses.map(async ({ verifier }) => (note ? (await checkCosignature(note, verifier)).check : 'missing')),
    )
    return witnesses.filter((_witness, at) => checks[at] === 'right').map(({ verifier }) => verifier.name)
  }

  it('cosign each checkpoint, at most one a minute', async () => {
    const witnesses = await openWitnesses([await runWitness('one.example'), await runWitness('two.example')])
    const { cosign } = createCosigningWith(witnesses)
    await cosign()
    expect(await readRows()).toEqual([])

    await signLog(3)
    await cosign()
    expect(await readCosigners(witnesses)).toEqual(['one.example', 'two.example'])
    const first = await readState()
    expect(first.cosignatures.split('\n')).toHaveLength(3)

    await signLog(300)
    nowMs += MINUTE_MS - 1
    await cosign()
    expect(await readCosigners(witnesses)).toEqual([])
    nowMs += 1
    // A second instance finds the turn taken.
    await Promise.all([cosign(), createCosigningWith(witnesses).cosign()])
    expect(await readCosigners(witnesses)).toEqual(['one.example', 'two.example'])
    expect(await readRows()).toMatchObject([
      { size: 300, failure: null, cosigned_at: nowMs },
      { size: 300, failure: null, cosigned_at: nowMs },
    ])
    expect(changes).toEqual([])
  })

  it('get another request with the proof that they need, after this database has lost what they cosigned', async () => {
    const witnesses = await openWitnesses([await runWitness('one.example')])
    await signLog(3)
    await createCosigningWith(witnesses).cosign()
    await database.db.deleteFrom('log_witnesses').execute()
    await signLog(300)
    await createCosigningWith(witnesses).cosign()
    expect(await readCosigners(witnesses)).toEqual(['one.example'])
  })

  it('renew their line every hour while nothing is published', async () => {
    const witnesses = await openWitnesses([await runWitness('one.example')])
    await signLog(3)
    const { cosign } = createCosigningWith(witnesses)
    await cosign()
    const cosigned_at = (await readRows())[0]?.cosigned_at
    nowMs += 50 * MINUTE_MS
    await cosign()
    expect(await readRows()).toMatchObject([{ cosigned_at }])
    nowMs += 20 * MINUTE_MS
    await cosign()
    expect(await readRows()).toMatchObject([{ cosigned_at: nowMs }])
    expect((await readState()).cosignatures.split('\n')).toHaveLength(2)
    nowMs = Date.now()
  })

  it('are reported once when they fail, and once when they work again; the others cosign', async () => {
    const good = await runWitness('one.example')
    const away = await runWitness('two.example')
    let isAway = true
    const address = await serve((request, response) => {
      if (isAway) return void response.writeHead(503).end('being mended')
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        const answer = await fetch(`${away.address}${request.url}`, { method: 'POST', body: Buffer.concat(chunks) })
        response.writeHead(answer.status).end(await answer.text())
      })
    })
    const witnesses = await openWitnesses([good, { ...away, address }])
    await signLog(3)
    const { cosign } = createCosigningWith(witnesses)
    for (let minute = 0; minute < 3; minute += 1) {
      await cosign()
      nowMs += MINUTE_MS
    }
    expect(await readCosigners(witnesses)).toEqual(['one.example'])
    expect(changes).toEqual(['HTTP 503 being mended'])
    expect(await findAwayWitnesses(database.db, witnesses)).toEqual(['two.example'])
    isAway = false
    await cosign()
    expect(await readCosigners(witnesses)).toEqual(['one.example', 'two.example'])
    expect(changes).toEqual(['HTTP 503 being mended', null])
  })

  it('that have cosigned more than this log has show that it was set back', async () => {
    const address = await runWitness('one.example')
    const witnesses = await openWitnesses([address])
    const ahead = await requestFor(await writeLog(entries, signer), 0)
    expect((await fetch(`${address.address}/add-checkpoint`, { method: 'POST', body: ahead })).status).toBe(200)
    await signLog(257)
    await createCosigningWith(witnesses).cosign()
    expect(changes).toEqual(['it has cosigned 300 entries, more than the 257 of this log'])
    expect((await readState()).cosignatures).toBe('')
  })

  it('are not trusted: false lines and foreign sizes are dropped', async () => {
    const { key } = await runWitness('one.example')
    const other = await runWitness('one.example')
    const answers: [number, string][] = [
      [409, '1\n'],
      [409, 'many\n'],
      [200, ''],
      [200, `— one.example ${Buffer.alloc(76).toString('base64')}\n`],
      [200, 'x'.repeat(600_000)],
    ]
    let asked = 0
    const address = await serve((_request, response) => {
      const [status, body] = answers[Math.min(asked, answers.length) % answers.length] as [number, string]
      response.writeHead(status).end(body)
    })
    await signLog(3)
    const found: (string | null | undefined)[] = []
    for (asked = 0; asked < answers.length; asked += 1) {
      await createCosigningWith(await openWitnesses([{ key, address }])).cosign()
      found.push((await readRows())[0]?.failure)
      nowMs += MINUTE_MS
    }
    expect(found).toEqual([
      'it names another size than it has cosigned: 1',
      'HTTP 409 many',
      'its cosignature is missing',
      'its cosignature is missing',
      'the answer is too long',
    ])
    // A line of another key of the same name.
    await createCosigningWith(await openWitnesses([{ key, address: other.address }])).cosign()
    expect((await readRows())[0]?.failure).toBe('its cosignature is missing')
    expect((await readState()).cosignatures).toBe('')
  })

  it('cosign no checkpoint of a log that has stopped, and leave a newer checkpoint alone', async () => {
    const address = await runWitness('one.example')
    const witnesses = await openWitnesses([address])
    await signLog(3)
    await database.db.updateTable('log_state').set({ stopped: 'restored' }).execute()
    await createCosigningWith(witnesses).cosign()
    expect(await readRows()).toEqual([])
    await database.db.updateTable('log_state').set({ stopped: null }).execute()

    const proxy = await serve((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', async () => {
        const body = Buffer.concat(chunks)
        const answer = await fetch(`${address.address}${request.url}`, { method: 'POST', body })
        // Another instance signs while the witness answers.
        await signLog(5)
        response.writeHead(answer.status).end(await answer.text())
      })
    })
    await createCosigningWith(await openWitnesses([{ ...address, address: proxy }])).cosign()
    expect(await readState()).toMatchObject({ signed_size: 5, cosignatures: '' })
    expect(await readRows()).toMatchObject([{ size: 3, failure: null }])
  })
})

it('are configured by key and address, and refused when one of them is malformed', async () => {
  const key = 'witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X'
  const both = readWitnesses(`${key} https://one.example/w1/, ${key}  http://two.example:8090`)
  expect(both).toEqual([
    { key, address: 'https://one.example/w1' },
    { key, address: 'http://two.example:8090' },
  ])
  for (const text of [key, `${key} one.example`, `${key} ftp://one.example`, `${key} https://a.example b`, ',']) {
    expect(readWitnesses(text)).toHaveProperty('fault')
  }
  await expect(openWitnesses([{ key: `${key}x`, address: 'https://one.example' }])).rejects.toThrow(
    'not the verifier key',
  )
  await expect(openWitnesses([{ key: signer.keyText, address: 'https://one.example' }])).rejects.toThrow()
})

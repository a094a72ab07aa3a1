import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LogFault } from '#log/log-fault.ts'
import { LOG_MARK, readMark } from '#log/log-mark.ts'
import { createLogSigner, type LogSigner, readLogState, type SignerOptions } from '#log/log-signer.ts'
import { createSignedLeaves } from '#log/signed-leaves.ts'
import { addEntry, addPlainEntries, TEST_DIGEST } from '#log/testing/log-entries.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import type { MarkStore } from '#platform/files/mark-store.ts'
import { type Files, openFiles } from '#platform/files/open-files.ts'
import { describePostgres, type MakeDatabase, type TestDatabase } from '#testing/databases.ts'
import { makeFailingDb } from '#testing/failing-db.ts'
import { describeStores, listNames, type MakePlace, makeBucket, s3Server, type TestPlace } from '#testing/stores.ts'

const key = { logSeed: Buffer.alloc(32, 1), siteUrl: 'https://lab.example' }

/** Two signers, each with its own connections, over one database and one store of marks. */
function describeTwoSigners(make: MakeDatabase, makePlace: MakePlace): void {
  let place: TestPlace
  let database: TestDatabase
  let opened: OpenDatabase[]
  let files: Files[]
  let faults: LogFault[]
  /** Every note that was in the database or in a mark, by its size. */
  let notes: Map<number, string>

  beforeEach(async () => {
    place = await makePlace()
    database = await make('migrated')
    opened = [openDatabase(database.url), openDatabase(database.url)]
    files = [await openFiles(place), await openFiles(place)]
    faults = []
    notes = new Map()
  })
  afterEach(async () => {
    for (const one of opened) await one.close()
    for (const one of files) one.close()
    await database.drop()
    await place.drop()
  })

  const getDb = (at = 0) => opened[at]?.db as OpenDatabase['db']
  const getMarks = (at = 0) => files[at]?.markStore as MarkStore
  const getInstallation = () => ({ db: getDb(), digest: TEST_DIGEST })
  const createSigner = (at: number, more: Partial<SignerOptions> = {}): LogSigner =>
    createLogSigner({
      db: getDb(at),
      digest: TEST_DIGEST,
      dataDir: place.dataDir,
      markStore: getMarks(at),
      ...key,
      now: Date.now,
      onStop: (fault) => faults.push(fault),
      ...more,
    })

  /** Remembers a note. @returns its size */
  function remember(note: string | null | undefined): number {
    const size = readCheckpoint(readNote(note ?? '')?.text ?? '')?.size ?? -1
    if (note) expect(notes.get(size) ?? note).toBe(note)
    if (note) notes.set(size, note)
    return size
  }
  /** Remembers the notes of the database and of the mark, which is never behind. */
  async function rememberAll() {
    const signed = remember((await readLogState(getDb())).checkpoint)
    const mark = remember(await getMarks().read(LOG_MARK))
    expect(mark).toBeGreaterThanOrEqual(signed)
    return { mark, signed }
  }

  it('sign one root of each size, and the mark never goes back', async () => {
    const signers = [createSigner(0), createSigner(1)]
    let isAppending = true
    const signing = signers.map(async ({ sign }) => {
      while (isAppending) await sign()
    })
    const watching = (async () => {
      for (let highest = -1; isAppending; ) {
        const { mark } = await rememberAll()
        expect(mark).toBeGreaterThanOrEqual(highest)
        highest = mark
      }
    })()
    for (let count = 0; count < 40; count += 1) await addEntry(getInstallation(), `{"count":${count}}`)
    isAppending = false
    await Promise.all([...signing, watching])
    await createSigner(1).sign()
    expect([await rememberAll(), faults]).toEqual([{ mark: 40, signed: 40 }, []])
  })

  it('sign one root of each size while each dies at every statement in turn', async () => {
    await createSigner(0).sign()
    const isDone = [false, false]
    for (let statements = 0; !isDone.every(Boolean); statements += 1) {
      for (const at of [0, 1]) {
        await addPlainEntries(getInstallation(), 20)
        const before = await rememberAll()
        isDone[at] = await createSigner(at, { db: makeFailingDb(getDb(at), statements) })
          .sign()
          .then(
            () => true,
            () => false,
          )
        expect((await rememberAll()).mark).toBeGreaterThanOrEqual(before.mark)
      }
    }
    await createSigner(0).sign()
    const { size } = await readLogState(getDb())
    expect([await rememberAll(), faults]).toEqual([{ mark: size, signed: size }, []])
  })

  it('go on when the mark of the slower one is stored after the next signature', async () => {
    await createSigner(0).sign()
    await addPlainEntries(getInstallation(), 10)
    const [isHeld, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowMarks: MarkStore = {
      ...getMarks(0),
      async advance(...mark) {
        isHeld.resolve()
        await release.promise
        await getMarks(0).advance(...mark)
      },
    }
    const slow = createSigner(0, { markStore: slowMarks }).sign()
    await isHeld.promise
    // Publishing goes on, because no row is locked meanwhile.
    await createSigner(1).sign()
    await addPlainEntries(getInstallation(), 5)
    await createSigner(1).sign()
    expect(await rememberAll()).toEqual({ mark: 15, signed: 15 })
    release.resolve()
    await slow
    expect([await rememberAll(), faults]).toEqual([{ mark: 15, signed: 15 }, []])
    await addPlainEntries(getInstallation(), 1)
    await createSigner(0).sign()
    expect([await rememberAll(), faults]).toEqual([{ mark: 16, signed: 16 }, []])
  })

  it('read a mark that matched again only after a rest, and at once when the database has changed', async () => {
    let reads = 0
    const counted: MarkStore = {
      ...getMarks(0),
      restMs: 60_000,
      read: (name) => {
        reads += 1
        return getMarks(0).read(name)
      },
    }
    const { sign } = createSigner(0, { markStore: counted })
    await sign()
    await sign()
    reads = 0
    for (let count = 0; count < 5; count += 1) await sign()
    expect(reads).toBe(0)
    await addPlainEntries(getInstallation(), 1)
    await createSigner(1).sign()
    await sign()
    expect([reads, faults]).toEqual([1, []])
    // A database that was restored to an older state meanwhile stops the log at the next pass.
    await getDb().updateTable('log_state').set({ size: 0, signed_size: 0, checkpoint: null }).execute()
    await sign()
    expect(faults.map(({ kind }) => kind)).toEqual(['mark'])
  })
}

describePostgres('two signers of the public log', (make) => {
  describeStores('with marks', (makePlace) => describeTwoSigners(make, makePlace))
})

/** A relay in front of the S3 server that holds requests back, and sends them on although their sender has given up. */
async function startHoldingRelay(target: URL) {
  let held: PromiseWithResolvers<void> | undefined
  let isAway = false
  const late: Promise<void>[] = []
  const sendOn = async (given: IncomingMessage, answer: ServerResponse) => {
    const body = await buffer(given)
    if (given.method === 'PUT') await held?.promise
    const { method, headers, url: path } = given
    const sent = request({ host: target.hostname, port: target.port, method, headers, path }).end(body)
    const [received] = (await once(sent, 'response')) as [IncomingMessage]
    answer.writeHead(received.statusCode ?? 500, received.headers).end(await buffer(received))
  }
  const server = createServer((given, answer) => {
    if (isAway) given.destroy()
    else late.push(sendOn(given, answer).catch(() => undefined))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold() {
      held = Promise.withResolvers()
    },
    async release() {
      held?.resolve()
      held = undefined
      await Promise.all(late)
    },
    setAway(away: boolean) {
      isAway = away
    },
    close: () => server.close(),
  }
}

describePostgres('a signer with slow object storage', (make) => {
  describe.skipIf(!s3Server)(s3Server ? 'on a server' : '(no S3 server)', () => {
    let bucket: Awaited<ReturnType<typeof makeBucket>>
    let relay: Awaited<ReturnType<typeof startHoldingRelay>>
    let database: TestDatabase
    let opened: OpenDatabase
    let near: Files
    let slow: Files
    const faults: LogFault[] = []
    beforeEach(async () => {
      bucket = await makeBucket()
      relay = await startHoldingRelay(new URL(bucket.s3.endpoint))
      database = await make('migrated')
      opened = openDatabase(database.url)
      near = await openFiles({ dataDir: '/nowhere', s3: bucket.s3 })
      slow = await openFiles({ dataDir: '/nowhere', s3: { ...bucket.s3, endpoint: relay.endpoint } })
    })
    afterEach(async () => {
      near.close()
      slow.close()
      relay.close()
      await opened.close()
      await database.drop()
      await bucket.drop()
    })
    const createSigner = ({ markStore }: Files) =>
      createLogSigner({
        db: opened.db,
        digest: TEST_DIGEST,
        dataDir: '/nowhere',
        markStore,
        ...key,
        now: Date.now,
        onStop: (fault) => faults.push(fault),
      })
    const add = (count: number) => addPlainEntries({ db: opened.db, digest: TEST_DIGEST }, count)
    const readSizes = async () => [
      (await readMark(near.markStore))?.size,
      (await readLogState(opened.db)).signed_size,
      (await readLogState(opened.db)).stopped,
    ]

    it('gives up, and its request that arrives after the next signature sets nothing back', async () => {
      await createSigner(near).sign()
      await add(10)
      relay.hold()
      await expect(createSigner(slow).sign()).rejects.toThrow('PUT failed: no answer in time')
      await createSigner(near).sign()
      await add(3)
      await createSigner(near).sign()
      expect(await readSizes()).toEqual([13, 13, null])
      await relay.release()
      expect(await listNames(near.marks)).toContain('log.mark-000000000010')
      expect(await readSizes()).toEqual([13, 13, null])
      await add(1)
      // Requests from this signer fail fast for 3 s after a time-out.
      await vi.waitFor(() => createSigner(slow).sign(), { timeout: 10_000 })
      expect([await readSizes(), faults]).toEqual([[14, 14, null], []])
      expect(await listNames(near.marks)).toEqual(['log.mark-000000000014'])
    }, 30_000)

    it('tries again when object storage is back; entries are appended, and lookups are answered meanwhile', async () => {
      const { sign } = createSigner(slow)
      await add(2)
      await sign()
      const leaves = createSignedLeaves({ ...key, dataDir: '/nowhere', markStore: slow.markStore })
      relay.setAway(true)
      await add(2)
      await expect(sign()).rejects.toThrow('failed')
      const rows = await opened.db.selectFrom('log_entries').select(['idx', 'entry']).orderBy('idx').execute()
      const checked = rows.map(({ idx, entry }) => leaves.check(opened.db, idx, entry))
      expect(await Promise.all(checked)).toEqual(['signed', 'signed', 'unsigned', 'unsigned'])
      expect(await readSizes()).toEqual([2, 2, null])
      relay.setAway(false)
      await vi.waitFor(sign, { timeout: 10_000 })
      expect([await readSizes(), faults]).toEqual([[4, 4, null], []])
    }, 30_000)
  })
})

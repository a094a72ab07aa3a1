import { fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readCheckpoint } from '@portal/contract/tlog/checkpoints.ts'
import { readNote } from '@portal/contract/tlog/signed-notes.ts'
import { expect, it } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { describeDatabases, type MakeDatabase } from '#testing/databases.ts'
import { measureHeldBytes } from '#testing/held-bytes.ts'
import { openMarks } from '#testing/marks.ts'
import { describeStores, type MakePlace, toEnvironment } from '#testing/stores.ts'
import { readNewEntries } from './entry-check.ts'
import { addLeaf, computeRoot, type Edge } from './log-edge.ts'
import { hashLeaf } from './log-hashing.ts'
import { LOG_MARK } from './log-mark.ts'
import { createLogSigner, readLogState } from './log-signer.ts'
import { addPlainEntries, TEST_DIGEST } from './testing/log-entries.ts'

const KILLS = 10
const MILLION = 1_000_000
const MIB = 2 ** 20
const key = { digest: TEST_DIGEST, logSeed: Buffer.alloc(32, 1), siteUrl: 'https://lab.example', now: Date.now }

const TITLE = 'the signer of the public log'

describeStores(TITLE, (makePlace) => describeDatabases('its processes', (make) => checkKills(makePlace, make)))

function checkKills(makePlace: MakePlace, make: MakeDatabase): void {
  it(`sign one root of each size while they are killed ${KILLS} times`, async () => {
    const place = await makePlace()
    const { markStore, close } = await openFiles(place)
    const made = await make('migrated')
    const url = made.url.startsWith('sqlite:') ? `sqlite:${join(place.dataDir, 'portal.db')}` : made.url
    const opened = openDatabase(url)
    await migrate(opened)
    const notes = new Map<number, string>()
    const stops: unknown[] = []
    const remember = (note: string) => {
      const size = readCheckpoint(readNote(note)?.text ?? '')?.size ?? -1
      expect([size, notes.get(size) ?? note]).toEqual([size, note])
      notes.set(size, note)
    }
    const processes = url === made.url ? 2 : 1
    for (let kill = 0; kill < KILLS; kill += 1) {
      const script = join(import.meta.dirname, 'testing/signing-worker.ts')
      const env = { ...process.env, ...(place.s3 && toEnvironment(place.s3)) }
      const running = Array.from({ length: processes }, () => fork(script, [url, place.dataDir], { execArgv: [], env }))
      for (const one of running) one.on('message', (message) => 'stopped' in Object(message) && stops.push(message))
      await Promise.all(running.map((one) => once(one, 'message')))
      await wait(randomInt(20, place.s3 ? 1500 : 250))
      for (const one of running) one.kill('SIGKILL')
      await Promise.all(running.map(async (one) => one.exitCode ?? one.signalCode ?? (await once(one, 'exit'))))
      const mark = await markStore.read(LOG_MARK)
      if (mark !== undefined) remember(mark)
      const { checkpoint } = await readLogState(opened.db)
      if (checkpoint !== null) remember(checkpoint)
    }
    await createLogSigner({
      db: opened.db,
      dataDir: place.dataDir,
      markStore,
      ...key,
      onStop: (fault) => stops.push(fault),
    }).sign()
    const { size, signed_size, checkpoint } = await readLogState(opened.db)
    const edge: Edge = { size: 0, levels: [] }
    for (const { bytes } of await readNewEntries(opened.db, TEST_DIGEST, { from: 0, count: size }))
      addLeaf(edge, hashLeaf(bytes))
    const signed = readCheckpoint(readNote(checkpoint ?? '')?.text ?? '')
    expect([signed_size, Buffer.from(signed?.root ?? []), stops]).toEqual([size, computeRoot(edge), []])
    // On a busy machine many processes are killed before they sign.
    expect(notes.size).toBeGreaterThan(KILLS / 4)
    await opened.close()
    close()
    await made.drop()
    await place.drop()
  }, 120_000)
}

describeDatabases(TITLE, (make) => {
  it('signs a million new entries in steps, with flat memory and without holding the process up', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'log-million-'))
    const made = await make('migrated')
    const opened = openDatabase(made.url)
    await migrate(opened)
    await addPlainEntries({ ...opened, ...key }, MILLION)
    const { sign } = createLogSigner({
      db: opened.db,
      dataDir: folder,
      markStore: openMarks(folder),
      ...key,
      onStop: () => {},
    })
    let [longestMs, lastMs, mostBytes] = [0, performance.now(), 0]
    const timer = setInterval(() => {
      longestMs = Math.max(longestMs, performance.now() - lastMs)
      lastMs = performance.now()
    }, 5)
    const watch = setInterval(() => {
      mostBytes = Math.max(mostBytes, measureHeldBytes())
      lastMs = performance.now()
    }, 1000)
    const startMs = performance.now()
    const startBytes = measureHeldBytes()
    await sign()
    const tookMs = performance.now() - startMs
    clearInterval(timer)
    clearInterval(watch)
    const rate = MILLION / (tookMs / 1000)
    const grownMiB = (mostBytes - startBytes) / MIB
    process.stdout.write(
      `signing: ${Math.round(rate)}/s, at most ${Math.round(longestMs)} ms at once, heap +${Math.round(grownMiB)} MiB\n`,
    )
    expect((await readLogState(opened.db)).signed_size).toBe(MILLION)
    expect(rate).toBeGreaterThan(5_000)
    expect(grownMiB).toBeLessThan(100)
    await opened.close()
    await made.drop()
    rmSync(folder, { recursive: true, force: true })
  }, 400_000)
})

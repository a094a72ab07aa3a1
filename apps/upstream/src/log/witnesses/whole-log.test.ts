import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkCosignature } from '@portal/contract/tlog/cosignatures.ts'
import { readNote, readVerifierKey, type SignedNote, type VerifierKey } from '@portal/contract/tlog/signed-notes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addPlainEntries, makePlainEntry } from '#log/testing/log-entries.ts'
import { openCopy } from '#operator/recovery/log-copy.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { runLogCheck } from '../../../../../scripts/log/check/log-check-command.ts'
import { startWitness } from '../../../../../scripts/log/witness/log-witness-command.ts'

const SEED = Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString('base64')
const LOG_KEY = 'lab.example/log+8940af4f+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4'

describeDatabases('a log with a witness', (make) => {
  let upstream: TestUpstream
  let folder: string
  let stopWitness: () => Promise<void>
  let witness: string

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-whole-log-'))
    const lines: string[] = []
    const { stop } = await startWitness({
      args: ['--name', 'witness.example/w1', '--log', LOG_KEY, '--data', 'witness', '--port', '0'],
      folder,
      print: (line) => lines.push(line),
    })
    stopWitness = stop
    witness = lines.flatMap((line) => /(?:Witness|Listening) +(\S+)/.exec(line)?.[1] ?? []).join(' ')
    const env = { LOG_KEY: SEED, LOG_WITNESSES: witness, PUBLIC_ORIGIN: 'https://lab.example' }
    upstream = await makeUpstreamOn(make, { env })
    await addPlainEntries(upstream, 600)
  })
  afterEach(async () => {
    await upstream.close()
    await stopWitness()
    rmSync(folder, { recursive: true })
  })

  const readCheckpoint = async () => (await upstream.app.inject('/log/checkpoint')).payload
  const readSize = async () => (await readCheckpoint()).split('\n')[1]

  /** Runs `npm run log:check` against the running log. */
  async function check(...args: string[]) {
    const lines: string[] = []
    const get: typeof fetch = async (input) => {
      const url = new URL(String(input))
      if (url.host !== 'lab.example') return await fetch(url)
      const { statusCode, rawPayload } = await upstream.app.inject(url.pathname)
      return new Response(new Uint8Array(rawPayload), { status: statusCode })
    }
    const exit = await runLogCheck({
      args: ['https://lab.example/log', ...args],
      folder,
      get,
      sleep: async () => undefined,
      print: (line) => lines.push(line),
    })
    return { exit, output: lines.join('\n') }
  }

  it('shows its cosignature, and passes every check; an entry that is changed in the database is found', async () => {
    const [keyText = ''] = witness.split(' ')
    const key = (await readVerifierKey(keyText)) as VerifierKey
    const checkCosigned = async () =>
      (await checkCosignature(readNote(await readCheckpoint()) as SignedNote, key)).check
    await expect.poll(readSize, { timeout: 10_000 }).toBe('600')
    await expect.poll(checkCosigned, { timeout: 10_000 }).toBe('right')

    const state = ['--state', 'seen.json', '--witness', witness]
    expect(await check(...state, '--witness', keyText, '--full')).toMatchObject({
      exit: 0,
      output: expect.stringMatching(/Cosigned {4}by witness.example\/w1[\s\S]*600 entries: all fit/),
    })

    await addPlainEntries(upstream, 30)
    await expect.poll(readSize, { timeout: 10_000 }).toBe('630')
    expect(await check(...state, '--keep', 'copy')).toMatchObject({
      exit: 0,
      output: expect.stringContaining('30 are new'),
    })
    // The files that an auditor has are enough to recover the log.
    const copy = openCopy('copy', folder)
    expect(await copy.readCheckpoint()).toContain('\n630\n')
    expect((await copy.readBundle(2, 118)).at(-1)?.toString('base64')).toBe(makePlainEntry(629))

    // Upstream makes bundles and tiles from the same entries, so the tile above changes too.
    const entry = Buffer.alloc(32).toString('base64')
    await upstream.db.updateTable('log_entries').set({ entry }).where('idx', '=', 300).execute()
    expect(await check(...state, '--full')).toMatchObject({
      exit: 1,
      output: expect.stringContaining('hash 1 of tile/1/000.p/2 is not the root of tile/0/001'),
    })
  })
})

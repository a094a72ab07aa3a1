import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { formatCheckpoint } from '../../../packages/contract/src/tlog/checkpoints.ts'
import { cosign, createNoteSigner, signNote } from '../../../packages/contract/src/tlog/note-signing.ts'
import { COSIGNATURE, formatVerifierKey } from '../../../packages/contract/src/tlog/signed-notes.ts'
import { writeBundle } from '../../../packages/contract/src/tlog/tile-paths.ts'
import { entriesNamed, readRoot, serveFiles, signerNamed, writeLog } from '../testing/written-log.ts'
import { runLogCheck } from './log-check-command.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-log-check-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ORIGIN = 'lab.example/log'
const ADDRESS = `https://${ORIGIN}`
const signer = await signerNamed(ORIGIN)
const entries = entriesNamed('entry', 600)
const log600 = await writeLog(entries, signer)
const log300 = await writeLog(entries.slice(0, 300), signer)

type Files = Map<string, Uint8Array>

/** Runs `npm run log:check` on files, with arguments after the address. */
async function check(files: Files | typeof fetch, ...args: string[]) {
  const lines: string[] = []
  const waits: number[] = []
  const get = typeof files === 'function' ? files : serveFiles(files)
  const print = (line: string) => lines.push(line)
  const sleep = async (ms: number) => void waits.push(ms)
  const exit = await runLogCheck({ args: [ADDRESS, ...args], folder, get, sleep, print })
  return { exit, output: lines.join('\n'), waits }
}

let states = 0
/** Returns the state after a check of these files. */
async function readStateAfter(files: Files): Promise<string> {
  states += 1
  const file = `state-${states}.json`
  expect(await check(files, '--state', file)).toMatchObject({ exit: 0 })
  return file
}

const readText = (file: string) => readFileSync(path.join(folder, file), 'utf8')

describe('a correct log', () => {
  it('is accepted, followed while it grows, and rebuilt from its entries', async () => {
    const first = await check(log300, '--state', 'growing.json')
    expect(first).toMatchObject({ exit: 0, output: expect.stringContaining('trusted on first use') })
    expect(first.output).toContain('300 entries, root ')
    const seen = readText('growing.json')

    const second = await check(log600, '--state', 'growing.json', '--full')
    expect(second).toMatchObject({ exit: 0, output: expect.stringContaining('300 are new') })
    expect(second.output).toContain('4 tiles from 600 entries: all fit')
    expect(second.output).not.toContain('first use')
    expect(readText('growing.json')).not.toBe(seen)
    expect(await check(log600, '--state', 'growing.json')).toMatchObject({ exit: 0 })
  })

  it.each([0, 1, 255, 256, 257, 512])('of %i entries is rebuilt', async (size) => {
    const files = await writeLog(entries.slice(0, size), signer)
    expect(await check(files, '--full', '--key', signer.keyText)).toMatchObject({ exit: 0 })
  })

  it('is read through full tiles when its partial ones are removed', async () => {
    const files = new Map(log600)
    for (const name of ['0/001', 'entries/001']) files.delete(`tile/${name}.p/44`)
    files.set('checkpoint', log300.get('checkpoint') as Uint8Array)
    files.set('tile/1/000.p/1', log300.get('tile/1/000.p/1') as Uint8Array)
    expect(await check(files, '--full')).toMatchObject({ exit: 0 })
  })

  it('is followed to a new key that the caller names', async () => {
    const state = await readStateAfter(log300)
    const next = await signerNamed(ORIGIN, 2)
    const files = await writeLog(entries, next)
    expect(await check(files, '--state', state)).toMatchObject({ exit: 1 })
    expect(await check(files, '--state', state, '--key', next.keyText)).toMatchObject({
      exit: 0,
      output: expect.stringContaining('300 are new'),
    })
    expect(await check(files, '--state', state)).toMatchObject({ exit: 0 })
    const other = await signerNamed('other.example/log')
    expect(await check(files, '--state', state, '--key', other.keyText)).toMatchObject({ exit: 2 })
  })

  it('is requested again when it is busy, after the time that it names', async () => {
    const serve = serveFiles(log300)
    const refusals = [
      new Response('', { status: 503 }),
      new Response('', { status: 429, headers: { 'retry-after': '7' } }),
    ]
    const get: typeof fetch = async (...call) => refusals.shift() ?? (await serve(...call))
    expect(await check(get)).toMatchObject({ exit: 0, waits: [500, 7000] })
  })
})

describe('the check of a tampered log', () => {
  const removeFile = (at: number) => entries.filter((_entry, nth) => nth !== at)
  const swapEntries = (one: number, other: number) =>
    entries.map((entry, nth) => (nth === one ? entries[other] : nth === other ? entries[one] : entry)) as typeof entries
  const [foreign] = entriesNamed('foreign', 1) as [(typeof entries)[0]]
  const changed = entries.with(300, foreign)
  const makeBundle = (from: typeof entries, first: number, count: number) =>
    writeBundle(from.slice(first, first + count))
  const patchFile = (...changes: [string, Uint8Array][]): Files => new Map([...log600, ...changes])

  it.each<[string, () => Files, string]>([
    ['a changed entry', () => patchFile(['tile/entries/001', makeBundle(changed, 256, 256)]), 'entry 300 is another'],
    [
      'a removed entry',
      () => patchFile(['tile/entries/001', makeBundle(removeFile(300), 256, 255)]),
      'entry 300 is removed',
    ],
    [
      'a removed entry, filled up',
      () => patchFile(['tile/entries/001', makeBundle(removeFile(300), 256, 256)]),
      'entry 300 is removed',
    ],
    [
      'entries in another order',
      () => patchFile(['tile/entries/001', makeBundle(swapEntries(300, 301), 256, 256)]),
      'entries 300 and 301 have changed places',
    ],
    [
      'a cut bundle',
      () => patchFile(['tile/entries/001', makeBundle(entries, 256, 256).slice(0, -3)]),
      'tile/entries/001 is cut',
    ],
    [
      'a missing bundle',
      () => new Map([...log600].filter(([name]) => name !== 'tile/entries/001')),
      'tile/entries/001 is missing',
    ],
  ])('finds changed entries with --full: %s', async (_what, files, finding) => {
    const result = await check(files(), '--full')
    expect(result).toMatchObject({ exit: 1, output: expect.stringContaining('DOES NOT FIT: tile/entries/001') })
    expect(result.output).toContain(finding)
  })

  it('finds entries that were changed together with their tile, with --full', async () => {
    const other = await writeLog(changed, signer)
    const getTile = (name: string): [string, Uint8Array] => [name, other.get(name) as Uint8Array]
    const both = [getTile('tile/entries/001'), getTile('tile/0/001')] as const
    const output = 'DOES NOT FIT: hash 1 of tile/1/000.p/2 is not the root of tile/0/001'
    expect(await check(patchFile(...both), '--full')).toMatchObject({
      exit: 1,
      output: expect.stringContaining(output),
    })
  })

  it('finds changes in all tiles without --full, as the root differs', async () => {
    const other = await writeLog(changed, signer)
    other.set('checkpoint', log600.get('checkpoint') as Uint8Array)
    const output = 'DOES NOT FIT: the tiles give the root'
    expect(await check(other)).toMatchObject({ exit: 1, output: expect.stringContaining(output) })
  })

  it('finds a tile of hashes that is truncated or missing', async () => {
    const cut = patchFile(['tile/0/002.p/88', (log600.get('tile/0/002.p/88') as Uint8Array).slice(0, -1)])
    expect(await check(cut)).toMatchObject({
      exit: 1,
      output: expect.stringContaining('tile/0/002.p/88 is cut: it has 2815 bytes, not 2816'),
    })
    const missing = new Map(log600)
    missing.delete('tile/1/000.p/2')
    expect(await check(missing)).toMatchObject({
      exit: 1,
      output: expect.stringContaining('tile/1/000.p/2 is missing'),
    })
  })

  it('finds a changed entry by its stored copy and names it, even if the log is signed again', async () => {
    expect(await check(log300, '--keep', 'copy')).toMatchObject({ exit: 0 })
    expect(await check(log600, '--keep', 'copy')).toMatchObject({ exit: 0 })
    const rewritten = await writeLog(entries.with(30, foreign), signer)
    const kept = path.join(folder, 'copy/tile/entries/000')
    expect(await check(rewritten, '--keep', 'copy')).toMatchObject({
      exit: 1,
      output: expect.stringContaining(`entry 30 is another than the one that was kept in ${kept}`),
    })
    // The copy has the paths of the log, and is not touched.
    expect(readText('copy/checkpoint')).toBe(Buffer.from(log600.get('checkpoint') ?? []).toString())
    for (const name of ['tile/entries/000', 'tile/entries/001', 'tile/entries/002.p/88']) {
      expect(readFileSync(path.join(folder, 'copy', name))).toEqual(Buffer.from(log600.get(name) ?? []))
    }
    writeFileSync(kept, 'damaged')
    expect(await check(log600, '--keep', 'copy')).toMatchObject({ exit: 2 })
  })

  it('finds a changed entry of a stored partial bundle, once the bundle is wider or full', async () => {
    const log400 = await writeLog(entries.slice(0, 400), signer)
    expect(await check(log300, '--keep', 'partial')).toMatchObject({ exit: 0 })
    const kept = path.join(folder, 'partial/tile/entries/001.p/44')
    const output = expect.stringContaining(`entry 280 is another than the one that was kept in ${kept}`)
    for (const count of [400, 600]) {
      const rewritten = await writeLog(entries.slice(0, count).with(280, foreign), signer)
      expect(await check(rewritten, '--keep', 'partial')).toMatchObject({ exit: 1, output })
    }
    expect(await check(log400, '--keep', 'partial')).toMatchObject({ exit: 0 })
    expect(await check(log600, '--keep', 'partial')).toMatchObject({ exit: 0 })
  })

  it.each([
    ['a changed entry', changed],
    ['a removed entry', removeFile(100)],
    ['entries in another order', swapEntries(4, 5)],
  ])('finds a log that is signed again by its earlier state: %s', async (_what, rewritten) => {
    const state = await readStateAfter(log300)
    const before = readText(state)
    const entriesNow = rewritten === changed ? entries.with(30, foreign) : rewritten
    const result = await check(await writeLog(entriesNow, signer), '--state', state, '--full')
    expect(result).toMatchObject({ exit: 1, output: expect.stringContaining('does not begin with the 300 entries') })
    // Both signed checkpoints are printed: they prove it to others.
    expect(result.output.split(`\n${ORIGIN}\n`)).toHaveLength(3)
    expect(readText(state)).toBe(before)
  })

  it('finds a second checkpoint of the same size, and one that goes back', async () => {
    const state = await readStateAfter(log600)
    expect(await check(await writeLog(changed, signer), '--state', state)).toMatchObject({
      exit: 1,
      output: expect.stringContaining('a second checkpoint of 600 entries has another root'),
    })
    const back = await check(log300, '--state', state)
    expect(back).toMatchObject({
      exit: 1,
      output: expect.stringContaining('the checkpoint goes back: it has 300 entries, 600 were signed before'),
    })
    // A cache may have been behind.
    expect(back.waits).toEqual([10_000, 10_000])
  })

  it('finds a signature with another key, another origin, another log or other bytes', async () => {
    const state = await readStateAfter(log300)
    const otherKey = await writeLog(entries, await signerNamed(ORIGIN, 2))
    expect(await check(otherKey, '--state', state)).toMatchObject({
      exit: 1,
      output: expect.stringContaining(`is not signed with ${signer.keyText}, but with ${ORIGIN}+`),
    })
    const other = await signerNamed('other.example/log', 2)
    expect(await check(await writeLog(entries, other))).toMatchObject({
      exit: 0,
      output: expect.stringContaining('Log         other.example/log, at the address lab.example/log'),
    })
    expect(await check(await writeLog(entries, other), '--state', state)).toMatchObject({
      exit: 1,
      output: expect.stringContaining('has the origin other.example/log, not lab.example/log'),
    })
    expect(await check(await writeLog(entries, other, ORIGIN), '--state', state)).toMatchObject({
      exit: 1,
      output: expect.stringContaining('but with other.example/log+'),
    })
    const text = formatCheckpoint({ origin: ORIGIN, size: 600, root: readRoot(log600) })
    const note = (await signNote(text.replace('600', '599'), signer)).replace('599', '600')
    expect(await check(patchFile(['checkpoint', Buffer.from(note)]))).toMatchObject({
      exit: 1,
      output: expect.stringContaining('the signature of the checkpoint is wrong'),
    })
    expect(await check(patchFile(['checkpoint', Buffer.from('<html></html>')]))).toMatchObject({
      exit: 1,
      output: expect.stringContaining('the checkpoint is malformed'),
    })
  })
})

describe('a witness of the check', () => {
  const NAME = 'witness.example/w1'
  const ASKED = 'https://witness.example/log'

  /** Returns files with a cosignature, and the key of the witness. */
  async function cosignFiles(files: Files, timeS = 1_795_305_600) {
    const own = await createNoteSigner(NAME, Buffer.alloc(32, 7), COSIGNATURE)
    const checkpoint = Buffer.from(files.get('checkpoint') ?? []).toString()
    const line = await cosign(checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1), timeS, own)
    return {
      key: formatVerifierKey(own.key),
      files: new Map([...files, ['checkpoint', Buffer.from(checkpoint + line)]]),
    }
  }

  /** Serves the log at its address, and a witness's copy of it at another. */
  const serveBeside = (files: Files, kept: Files): typeof fetch => {
    const [log, witness] = [
      serveFiles(files),
      serveFiles(new Map([[`${HASH}/checkpoint`, kept.get('checkpoint') as Uint8Array]])),
    ]
    return async (input) => await (String(input).startsWith(ASKED) ? witness : log)(input)
  }
  const HASH = createHash('sha256').update(ORIGIN).digest('hex')

  it('must have cosigned the checkpoint', async () => {
    const { key, files } = await cosignFiles(log300)
    expect(await check(files, '--witness', key)).toMatchObject({
      exit: 0,
      output: expect.stringContaining(`Cosigned    by ${NAME} on 2026-11-22T`),
    })
    // A log that has just grown is not at fault.
    expect(await check(log300, '--witness', key)).toMatchObject({
      exit: 3,
      output: expect.stringContaining(`${NAME} has not cosigned this checkpoint`),
    })
    const checkpoint = Buffer.from(files.get('checkpoint') ?? []).toString()
    const wrong = checkpoint.replace(/.{8}\n$/, 'AAAAAAA=\n')
    expect(await check(new Map([...files, ['checkpoint', Buffer.from(wrong)]]), '--witness', key)).toMatchObject({
      exit: 1,
      output: expect.stringContaining(`the cosignature of ${NAME} is wrong`),
    })
  })

  it('is queried for its checkpoint, which the log must continue', async () => {
    const { key, files: kept } = await cosignFiles(log300)
    const args = ['--witness', `${key} ${ASKED}/`]
    expect(await check(serveBeside(log600, kept), ...args)).toMatchObject({
      exit: 0,
      output: expect.stringContaining(`Witnessed   by ${NAME} on 2026-11-22T`),
    })
    const other = await writeLog(entriesNamed('other', 600), signer)
    expect(await check(serveBeside(other, kept), ...args)).toMatchObject({
      exit: 1,
      output: expect.stringContaining('the log does not begin with the 300 entries'),
    })
    const { files: more } = await cosignFiles(log600)
    expect(await check(serveBeside(log300, more), ...args)).toMatchObject({
      exit: 1,
      output: expect.stringContaining('the checkpoint goes back'),
    })
    expect(await check(serveBeside(log600, log300), ...args)).toMatchObject({
      exit: 1,
      output: expect.stringContaining('keeps a checkpoint that it has not cosigned'),
    })
    expect(await check(serveBeside(log600, new Map()), ...args)).toMatchObject({ exit: 3 })
  })
})

describe('a check that cannot be made', () => {
  it('ends with 3 when the log does not answer, and does not change the state', async () => {
    const state = await readStateAfter(log300)
    const before = readText(state)
    const failRequest: typeof fetch = async () => {
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    }
    const result = await check(failRequest, '--state', state)
    expect(result).toMatchObject({ exit: 3, waits: [500, 1000, 2000, 4000, 8000] })
    expect(result.output).toContain('NOT CHECKED: https://lab.example/log/checkpoint: connect ECONNREFUSED')
    expect(await check(async () => new Response('', { status: 403 }))).toMatchObject({ exit: 3, waits: [] })
    expect(await check(new Map([['key', log300.get('key') as Uint8Array]]))).toMatchObject({ exit: 3 })
    expect(readText(state)).toBe(before)
  })

  it('ends with 2 for wrong arguments and an invalid state', async () => {
    for (const args of [
      ['--sate', 'x'],
      ['more'],
      ['--key', 'no key'],
      ['--witness', signer.keyText],
      ['--state', 'no/such/folder.json'],
    ]) {
      expect(await check(log300, ...args)).toMatchObject({ exit: 2 })
    }
    for (const text of ['', '{}', '{"key":"k","checkpoint":"c","checkedAt":"2026"}']) {
      writeFileSync(path.join(folder, 'damaged.json'), text)
      expect(await check(log300, '--state', 'damaged.json')).toMatchObject({ exit: 2 })
    }
    expect(await check(log300, '--state', await readStateAfter(log300), '--key', `${signer.keyText}x`)).toMatchObject({
      exit: 2,
    })
    expect(await runLogCheck({ args: ['ftp://lab.example'], folder, print: () => undefined })).toBe(2)
  })

  it('reads no more of an answer than the maximum size of the file', async () => {
    let sent = 0
    const serveEndless: typeof fetch = async () => {
      const pull = (stream: ReadableStreamDefaultController) => {
        sent += 1
        stream.enqueue(new Uint8Array(100_000))
      }
      return new Response(new ReadableStream({ pull }))
    }
    expect(await check(serveEndless, '--key', signer.keyText)).toMatchObject({
      exit: 1,
      output: expect.stringContaining('checkpoint has more than 1000000 bytes'),
    })
    expect(sent).toBeLessThan(20)
  })
})

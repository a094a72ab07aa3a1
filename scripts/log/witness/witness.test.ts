import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatCheckpoint } from '../../../packages/contract/src/tlog/checkpoints.ts'
import { checkCosignature } from '../../../packages/contract/src/tlog/cosignatures.ts'
import { signNote } from '../../../packages/contract/src/tlog/note-signing.ts'
import {
  checkSignature,
  readNote,
  readVerifierKey,
  type SignedNote,
  type VerifierKey,
} from '../../../packages/contract/src/tlog/signed-notes.ts'
import {
  computeSha256,
  entriesNamed,
  type LogSigner,
  readRoot,
  requestFor,
  signerNamed,
  writeLog,
} from '../testing/written-log.ts'
import { startWitness, UsageError } from './log-witness-command.ts'
import { hashOrigin } from './witness-server.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-witness-'))
const WITNESS = 'witness.example/w1'

/** Each test has a log of its own. */
const logNames = Array.from({ length: 20 }, (_, nth) => `log-${nth}.example/log`)
const signers = await Promise.all(logNames.map((name, nth) => signerNamed(name, nth)))
const logKeys = signers.flatMap(({ keyText }) => ['--log', keyText])
const entries = entriesNamed('entry', 300)

const output: string[] = []
let stop: () => Promise<void>
let url = ''
let nowMs = 1_795_305_600_000
let key: VerifierKey
let signer: LogSigner

async function start(...args: string[]) {
  const witness = await startWitness({
    args: ['--data', 'data', '--port', '0', ...logKeys, ...args],
    folder,
    print: (line) => output.push(line),
    now: () => nowMs,
  })
  stop = witness.stop
  url = /http:\S+/.exec(output.at(-1) ?? '')?.[0] ?? ''
}

beforeAll(async () => {
  await start('--name', WITNESS)
  const [keyText = ''] = (await (await fetch(url)).text()).split('\n')
  key = (await readVerifierKey(keyText)) as VerifierKey
})
beforeEach(() => {
  signer = signers.pop() as LogSigner
})
afterAll(async () => {
  await stop()
  rmSync(folder, { recursive: true })
})

const makeLog = (size: number) => writeLog(entries.slice(0, size), signer)

async function post(body: string) {
  const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

/** Sends the checkpoint of a log with this many entries. */
const add = async (size: number, oldSize: number) => await post(await requestFor(await makeLog(size), oldSize))

const readKept = async () => await fetch(`${url}/${hashOrigin(signer.key.name)}/checkpoint`)

describe('a witness', () => {
  it('cosigns each checkpoint that continues the one before', async () => {
    for (const [size, oldSize] of [
      [0, 0],
      [0, 0],
      [1, 0],
      [3, 1],
      [3, 3],
      [300, 3],
    ] as const) {
      const files = await makeLog(size)
      const { status, text } = await post(await requestFor(files, oldSize))
      expect(status).toBe(200)
      const note = readNote(`${Buffer.from(files.get('checkpoint') ?? [])}${text}`) as SignedNote
      const { check, timeS } = await checkCosignature(note, key)
      expect(check).toBe('right')
      expect(timeS).toBe(nowMs / 1000)
    }
  })

  it('answers with the same cosignature when a checkpoint is sent again within a minute', async () => {
    const { text } = await add(3, 0)
    nowMs += 59_000
    expect(await add(3, 3)).toMatchObject({ status: 200, text })
    nowMs += 1000
    const renewed = await add(3, 3)
    expect(renewed.status).toBe(200)
    expect(renewed.text).not.toBe(text)
    expect(await (await readKept()).text()).toContain(renewed.text)
  })

  it('answers with the last cosigned size when the sender’s old size differs', async () => {
    const conflict = { status: 409, type: 'text/x.tlog.size' }
    expect(await add(5, 3)).toEqual({ ...conflict, text: '0\n' })
    expect(await add(3, 0)).toMatchObject({ status: 200 })
    expect(await add(5, 1)).toEqual({ ...conflict, text: '3\n' })
    expect(await add(5, 0)).toEqual({ ...conflict, text: '3\n' })
    // The log returns to an earlier size, as one restored from a backup would.
    expect(await add(2, 2)).toEqual({ ...conflict, text: '3\n' })
    expect(await add(2, 0)).toEqual({ ...conflict, text: '3\n' })
    expect(await add(5, 3)).toMatchObject({ status: 200 })
  })

  it('cosigns one of two concurrent checkpoints', async () => {
    expect(await add(3, 0)).toMatchObject({ status: 200 })
    const [five, seven] = await Promise.all([add(5, 3), add(7, 3)])
    expect([five.status, seven.status].sort()).toEqual([200, 409])
    const [winner, loser] = five.status === 200 ? [5, seven] : [7, five]
    expect(loser.text).toBe(`${winner}\n`)
    const first = await Promise.all([1, 2].map(async () => await add(winner + 1, winner)))
    expect(first.map(({ status }) => status)).toContain(200)
  })

  it('refuses a wrong proof, and another root of the same size', async () => {
    expect(await add(3, 0)).toMatchObject({ status: 200 })
    const right = await requestFor(await makeLog(5), 3)
    const [old = '', first = '', ...rest] = right.split('\n')
    expect(await post([old, ...rest].join('\n'))).toMatchObject({ status: 422 })
    expect(await post([old, Buffer.alloc(32).toString('base64'), ...rest].join('\n'))).toMatchObject({ status: 422 })
    expect(await post([old, first, first, ...rest].join('\n'))).toMatchObject({ status: 422 })

    const rewritten = await writeLog(entriesNamed('other', 3), signer)
    expect(await post(await requestFor(rewritten, 3))).toMatchObject({ status: 422 })
    // The note proves to anyone that the log has signed two histories.
    const printed = output.at(-1) ?? ''
    expect(printed).toContain('another root was signed for this size')
    expect(printed).toContain(
      Buffer.from(rewritten.get('checkpoint') ?? [])
        .toString()
        .trimEnd(),
    )
    expect(await post(right)).toMatchObject({ status: 200 })
  })

  it('refuses a proof from an empty log, and a wrong root of an empty log', async () => {
    const body = await requestFor(await makeLog(3), 0)
    const hash = Buffer.alloc(32).toString('base64')
    expect(await post(body.replace('old 0\n', `old 0\n${hash}\n`))).toMatchObject({ status: 422 })
    const empty = formatCheckpoint({ origin: signer.key.name, size: 0, root: readRoot(await makeLog(1)) })
    expect(await post(`old 0\n\n${await signNote(empty, signer)}`)).toMatchObject({ status: 422 })
  })

  it('refuses a checkpoint that the log has not signed, and logs that it does not follow', async () => {
    const files = await makeLog(3)
    const request = await requestFor(files, 0)
    const stranger = await signerNamed(signer.key.name, 99)
    expect(await post(await requestFor(await writeLog(entries.slice(0, 3), stranger), 0))).toMatchObject({
      status: 403,
    })
    expect(await post(request.replace(/\n3\n/, '\n4\n'))).toMatchObject({ status: 403 })
    const other = await signerNamed('unknown.example/log')
    expect(await post(await requestFor(await writeLog(entries, other), 0))).toMatchObject({ status: 404 })
    expect((await readKept()).status).toBe(404)
  })

  it('ignores lines of unknown keys', async () => {
    const files = await makeLog(3)
    const unknown = `— someone.example ${Buffer.alloc(2424).toString('base64')}\n`
    const request = `${await requestFor(files, 0)}${unknown}`
    expect(await post(request)).toMatchObject({ status: 200 })
    expect(await (await readKept()).text()).not.toContain('someone')
  })

  it('refuses a malformed request', async () => {
    expect(await add(3, 0)).toMatchObject({ status: 200 })
    const right = await requestFor(await makeLog(5), 3)
    for (const body of [
      '',
      'old 3\n\n',
      right.replace('old 3', 'old 03'),
      right.replace('old 3', 'old 9'),
      right.slice(0, -1),
    ]) {
      expect(await post(body)).toMatchObject({ status: 400 })
    }
    expect((await fetch(`${url}/add-checkpoint`)).status).toBe(405)
    expect((await fetch(`${url}/nothing`)).status).toBe(404)
    expect(await post(right)).toMatchObject({ status: 200 })
  })

  it('does not read a request that is too long', async () => {
    const { hostname, port } = new URL(url)
    const status = await new Promise((resolve) => {
      const sending = httpRequest({ hostname, port, path: '/add-checkpoint', method: 'POST' }, (answer) => {
        resolve(answer.statusCode)
        sending.destroy()
      })
      sending.on('error', () => undefined)
      // The body never ends.
      sending.write(Buffer.alloc(200_000, 'old 3\n'))
    })
    expect(status).toBe(413)
  })

  it('serves the last cosigned checkpoint, with the lines of the log and its own', async () => {
    expect((await readKept()).status).toBe(404)
    for (const [size, oldSize] of [
      [3, 0],
      [300, 3],
    ] as const) {
      const { text } = await add(size, oldSize)
      const answer = await readKept()
      const kept = await answer.text()
      expect(answer.headers.get('content-type')).toContain('text/plain')
      expect(kept).toBe(`${Buffer.from((await makeLog(size)).get('checkpoint') ?? [])}${text}`)
      const note = readNote(kept) as SignedNote
      expect(await checkSignature(note, signer.key)).toBe('right')
      expect(await checkCosignature(note, key)).toMatchObject({ check: 'right' })
    }
  })

  it('keeps its key and its cosigned checkpoints over a restart', async () => {
    expect(await add(3, 0)).toMatchObject({ status: 200 })
    await stop()
    await start()
    expect(await (await fetch(url)).text()).toContain(`${WITNESS}+`)
    expect(output.join('\n')).toContain(`${signer.key.name}, 3 entries cosigned`)
    expect(await add(5, 0)).toMatchObject({ status: 409, text: '3\n' })
    const { text } = await add(5, 3)
    const note = readNote(`${Buffer.from((await makeLog(5)).get('checkpoint') ?? [])}${text}`) as SignedNote
    expect(await checkCosignature(note, key)).toMatchObject({ check: 'right' })
  })

  it('does not start with wrong arguments', async () => {
    const log = signer.keyText
    for (const args of [
      ['--name', WITNESS],
      ['--log', log],
      ['--name', 'a name', '--log', log],
      ['--name', WITNESS, '--log', 'no key'],
      ['--name', WITNESS, '--log', log, '--port', '70000'],
      ['--nam', WITNESS],
    ]) {
      const starting = startWitness({ args: ['--data', 'empty', ...args], folder, print: () => undefined })
      await expect(starting).rejects.toThrow(UsageError)
    }
    const renamed = startWitness({
      args: ['--data', 'data', '--name', 'x', '--log', log],
      folder,
      print: () => undefined,
    })
    await expect(renamed).rejects.toThrow(`has the key of ${WITNESS}, not of x`)
  })
})

it('names a log by the hash of its origin', () => {
  expect(hashOrigin('lab.example/log')).toBe(
    Buffer.from(computeSha256(Buffer.from('lab.example/log')) as Uint8Array).toString('hex'),
  )
})

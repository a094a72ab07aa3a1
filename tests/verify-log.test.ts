import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePartner } from '../apps/upstream/src/testing/partners.ts'
import { formatVerifierKey } from '../packages/contract/src/tlog/signed-notes.ts'
import { makeLogSigner, makeSampleLog, type SampleLog } from '../packages/contract/src/tlog/testing/sample-log.ts'
import { type ReferenceBench, startReference } from './contract/reference.ts'

const ROOT = path.dirname(import.meta.dirname)
const FILE = path.join(ROOT, 'apps/web/public/developers/verify-log.mjs')
/** Numbers and codes of the demo: certificates with pictures, diamonds, reissued, withdrawn and in examination. */
const PAIRS = readFileSync(path.join(ROOT, 'apps/upstream/content/certificates.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ certificateNo, checkCode }) => ({ certificateNo, checkCode }))
const [FIRST, REISSUED, WITHDRAWN] = ['SH20261103001285', 'SH20250115000523', 'SH20240815000254']

interface Answer {
  data: { certificateNo: string; answer: Record<string, Record<string, unknown>> }[]
}

let bench: ReferenceBench
let site: string
let folder: string
let answer: string

beforeAll(async () => {
  bench = await startReference()
  site = bench.bff.site.app.listeningOrigin
  const { key } = await makePartner(bench.reference.upstream)
  const response = await fetch(`${site}/v1/partner/certificates/check`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ pairs: PAIRS }),
  })
  answer = await response.text()
})
afterAll(() => bench.close())

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'verify-log-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the file on an answer in a folder of its own, or in one where it ran before. */
async function verify(text: string, { at = site, key, cwd = mkdtempSync(path.join(folder, 'run-')) }: Run = {}) {
  const file = path.join(cwd, 'answer.json')
  writeFileSync(file, text)
  const env = { PATH: process.env.PATH, SITE: at, ...(key && { LOG_KEY: key }) }
  return await new Promise<{ code: number; lines: string[]; cwd: string }>((resolve) => {
    execFile(process.execPath, [FILE, file], { cwd, env }, (error, stdout) =>
      resolve({ code: error ? Number(error.code) : 0, lines: stdout.trim().split('\n'), cwd }),
    )
  })
}
interface Run {
  at?: string
  key?: string
  cwd?: string
}

/** Changes the result of a certificate. */
function tamper(certificateNo: string | undefined, change: (result: Answer['data'][number]['answer']) => void): string {
  const copy = JSON.parse(answer) as Answer
  const found = copy.data.find((result) => result.certificateNo === certificateNo)
  if (!found) throw new Error('no such result')
  change(found.answer)
  return JSON.stringify(copy)
}

/** Serves the site with some of its files replaced. */
async function serve(
  replace: (path: string, body: Buffer) => Buffer | string,
): Promise<{ at: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const real = await fetch(new URL(request.url ?? '/', site))
    response.writeHead(real.status).end(replace(request.url ?? '/', Buffer.from(await real.arrayBuffer())))
  }).listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  return { at: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

it('passes genuine answers, and passes them again from the checkpoint that it kept', async () => {
  const logged = (JSON.parse(answer) as Answer).data.filter((result) => result.answer.log)
  expect(logged.length).toBeGreaterThan(50)
  const first = await verify(answer)
  expect(first.lines).toEqual(
    logged.map(({ certificateNo }) => expect.stringMatching(`^${certificateNo} fits: entry \\d+ of \\d+$`)),
  )
  expect(first.code).toBe(0)
  expect((await verify(answer, { cwd: first.cwd })).code).toBe(0)
})

it.each<[string, () => string, RegExp]>([
  [
    'a changed value',
    () => tamper(FIRST, ({ certificate }) => Object.assign(certificate ?? {}, { color: '红色' })),
    /“color” is not/,
  ],
  [
    'a changed number',
    () => tamper(FIRST, ({ certificate }) => Object.assign(certificate ?? {}, { totalMassG: 99 })),
    /“totalMassG”/,
  ],
  [
    'a value that was never published',
    () => tamper(FIRST, ({ certificate }) => Object.assign(certificate ?? {}, { 拉曼光谱: '有' })),
    /“拉曼光谱”/,
  ],
  [
    'a withdrawal that is shown as valid',
    () => tamper(WITHDRAWN, (result) => Object.assign(result, { state: 'valid' })),
    /“kind”/,
  ],
  ['another newer number', () => tamper(REISSUED, (result) => Object.assign(result, { newerNo: FIRST })), /“newerNo”/],
  [
    'a changed text',
    () =>
      tamper(FIRST, (result) => {
        Object.assign(result.certificate ?? {}, { color: '红色' })
        const text = JSON.parse(String(result.log?.text)) as object
        Object.assign(result.log ?? {}, { text: JSON.stringify({ ...text, color: '红色' }) })
      }),
    /do not give the entry/,
  ],
  [
    'another place in the log',
    () => tamper(FIRST, ({ log }) => Object.assign(log ?? {}, { index: 0 })),
    /another entry at 0/,
  ],
])('fails %s', async (_what, change, reason) => {
  const { code, lines } = await verify(change())
  expect(code).toBe(1)
  expect(lines.filter((line) => line.includes('DOES NOT FIT'))).toEqual([expect.stringMatching(reason)])
})

it('fails another picture, a changed tile and a changed checkpoint', async () => {
  const faults: [RegExp, (path: string, body: Buffer) => Buffer | string, RegExp][] = [
    [/^\/file\/img\//, (_path, body) => Buffer.concat([body, Buffer.of(0)]), /picture 1 is not/],
    [/^\/log\/tile/, (_path, body) => Buffer.from(body.map((byte) => byte ^ 1)), /another root than its checkpoint/],
    [
      /^\/log\/checkpoint/,
      (_path, body) => String(body).replace(/\n\d+\n/, '\n1\n'),
      /signature of the checkpoint is wrong/,
    ],
  ]
  for (const [wanted, change, reason] of faults) {
    const { at, server } = await serve((path, body) => (wanted.test(path) ? change(path, body) : body))
    try {
      const { code, lines } = await verify(answer, { at })
      expect([code, lines.join('\n')]).toEqual([1, expect.stringMatching(reason)])
    } finally {
      server.close()
    }
  }
})

it('fails a log that another key has signed, and checks nothing while the log is away', async () => {
  const key = formatVerifierKey((await makeLogSigner()).key)
  const foreign = await verify(answer, { key })
  expect([foreign.code, foreign.lines]).toEqual([1, [expect.stringContaining('not signed with the key of the log')]])
  const away = await verify(answer, { at: 'http://127.0.0.1:9' })
  expect([away.code, away.lines]).toEqual([3, [expect.stringContaining('NOT CHECKED')]])
})

it('follows a log of several levels, and fails one that goes back or has another past', async () => {
  const { openLog } = await import(pathToFileURL(FILE).href)
  const signer = await makeLogSigner()
  const key = formatVerifierKey(signer.key)
  const log = await makeSampleLog(70_000)
  const other = await makeSampleLog(70_000, (index) => log.entries[index === 300 ? 301 : index] as Uint8Array)
  let shown: { log: SampleLog; size: number } = { log, size: 70_000 }
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '').slice('/log/'.length)
    const [, level, place = '', width = '256'] = /^tile\/(\d+)\/([x\d/]+)(?:\.p\/(\d+))?$/.exec(name) ?? []
    const tile = { level: Number(level), index: Number(place.replaceAll(/[x/]/g, '')), width: Number(width) }
    response.end(level ? shown.log.makeTileBytes(tile) : await shown.log.signCheckpoint(signer, shown.size))
  }).listen(0)
  await new Promise((resolve) => server.once('listening', resolve))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    for (const [kept, size] of [
      [0, 1],
      [1, 255],
      [255, 256],
      [257, 65_536],
      [65_537, 70_000],
      [70_000, 70_000],
    ] as const) {
      shown = { log, size }
      const seen = { key, checkpoint: await log.signCheckpoint(signer, kept) }
      const opened = await openLog(at, key, seen)
      const index = Math.floor(size / 3)
      const root = await opened.computeRoot([0, size], { index, leaf: Buffer.from(log.leaves[index] as Uint8Array) })
      expect(root.equals(opened.root), `${kept} to ${size}`).toBe(true)
    }
    const seen = { key, checkpoint: await log.signCheckpoint(signer, 69_000) }
    shown = { log, size: 68_999 }
    await expect(openLog(at, key, seen)).rejects.toThrow('the log has 68999 entries, but 69000 were seen before')
    shown = { log: other, size: 70_000 }
    await expect(openLog(at, key, seen)).rejects.toThrow('does not continue the checkpoint that was seen before')
  } finally {
    server.close()
  }
})

it('is shown in the guide as it is', () => {
  const file = readFileSync(FILE, 'utf8')
  for (const name of ['partners.md', 'partners.zh-CN.md']) {
    const guide = readFileSync(path.join(ROOT, 'docs', name), 'utf8')
    const [, shown = ''] = /```js\n(async function verifyAnswer.*?)```/s.exec(guide) ?? []
    expect(shown.trim().split('\n').length).toBeLessThanOrEqual(12)
    expect(shown).not.toBe('')
    expect(file).toContain(`export ${shown}`)
  }
})

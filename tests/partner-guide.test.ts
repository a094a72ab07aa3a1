import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listSampleDeliveries, SAMPLE_NOS, SAMPLE_SECRET } from '../apps/upstream/src/partners/lookups/sandbox.ts'
import { newSecret, signedHeaders } from '../apps/upstream/src/partners/webhooks/signing.ts'
import { makePartner } from '../apps/upstream/src/testing/partners.ts'
import { PAIR_FAULTS } from '../packages/contract/src/partners/partner-rules.ts'
import { findFreePort } from '../scripts/servers/free-port.ts'
import { type ReferenceBench, startReference } from './contract/reference.ts'

const ROOT = path.dirname(import.meta.dirname)
const run = promisify(execFile)
const read = (name: string) => readFileSync(path.join(ROOT, 'docs', name), 'utf8')
const readBlocks = (text: string) =>
  [...text.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, kind, block = '']) => ({ kind, block }))
const GUIDE = read('partners.md')
const [
  CURL = '',
  CHECK = '',
  ,
  ,
  CHANGES = '',
  EVENT = '',
  RECEIVE = '',
  SIGNED = '',
  SEND = '',
  POLL = '',
  ORDER = '',
] = readBlocks(GUIDE).map(({ block }) => block)

let bench: ReferenceBench
let folder: string
let env: Record<string, string>
const receivers: ChildProcess[] = []

beforeAll(async () => {
  bench = await startReference()
  const { key } = await makePartner(bench.reference.upstream, { isTest: true, scopes: ['check', 'webhooks', 'orders'] })
  folder = mkdtempSync(path.join(tmpdir(), 'partner-guide-'))
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'))
  env = { PATH: process.env.PATH ?? '', SITE: bench.bff.site.app.listeningOrigin, PARTNER_KEY: key }
})
afterAll(async () => {
  for (const receiver of receivers) {
    if (receiver.exitCode !== null) continue
    receiver.kill()
    await once(receiver, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
  await bench.close()
})

function written(name: string, text: string): string {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

it('the guide for partners has the same examples in both languages, and the numbers of the sandbox', () => {
  const chinese = read('partners.zh-CN.md')
  expect(readBlocks(chinese)).toEqual(readBlocks(GUIDE))
  for (const number of Object.values(SAMPLE_NOS)) {
    expect(GUIDE).toContain(number)
    expect(chinese).toContain(number)
  }
})

it('the guide checks a certificate by its curl example', async () => {
  const { stdout } = await run('sh', ['-c', CURL], { env })
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: [{ answer: { state: 'valid' } }] })
})

it('the guide announces an order by its curl example', async () => {
  const { stdout } = await run('sh', ['-c', ORDER], { env })
  const data = { reference: 'PO-20261120-17', state: 'announced', items: [{ reference: 'A-1' }] }
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, data })
})

it('the guide lists changes from the beginning by its curl example', async () => {
  const { stdout } = await run('sh', ['-c', CHANGES], { env })
  expect(JSON.parse(stdout)).toMatchObject({ code: 200, data: { next: 2, hasMore: true } })
  expect(JSON.parse(stdout).data.records).toHaveLength(2)
})

it('the Node example of the guide prints the result and the rest of the quota', async () => {
  const { stdout } = await run(process.execPath, [written('check.mjs', CHECK)], { env })
  expect(stdout).toMatch(/^SH20000101000012 valid 绿松石\n\d+ of \d+ left until \d{4}-/)
})

it('the Node example of the guide prints number, code and sentence of a pair with a fault', async () => {
  const { stdout } = await run(process.execPath, [written('fault.mjs', CHECK.replace('TEST23', 'TEST'))], { env })
  expect(stdout).toMatch(/^SH20000101000012 codeMalformed 核对码的格式不正确/)
  for (const code of Object.keys(PAIR_FAULTS)) expect(GUIDE).toContain(`\`${code}\``)
})

it('the receiver of the guide accepts a signed event once, and refuses a changed one', async () => {
  const secret = newSecret()
  const { url, readEvents } = await startReceiver({ WEBHOOK_SECRET: secret })
  const post = async (body: string) => {
    const headers = signedHeaders({ id: 'msg_1', body: EVENT, at: Date.now() }, [secret])
    return (await fetch(url, { method: 'POST', headers, body })).status
  }
  expect([await post(EVENT), await post(EVENT), await post(EVENT.replace('4711', '4712'))]).toEqual([204, 204, 400])
  expect(readEvents()).toEqual(['certificate.corrected'])
})

it('its receiver accepts the signed example at its time, and refuses it now or changed', async () => {
  const [head = '', body = ''] = SIGNED.trimEnd().split('\n\n')
  const headers = Object.fromEntries(
    head
      .split('\n')
      .slice(1)
      .map((line) => line.split(': ')),
  )
  const [secret = ''] = /whsec_[A-Za-z0-9+/=]+(?=`)/.exec(GUIDE) ?? []
  const post = async (url: string, text: string) => (await fetch(url, { method: 'POST', headers, body: text })).status
  const clock = `--import data:text/javascript,Date.now=()=>${headers['webhook-timestamp']}000`
  const then = await startReceiver({ WEBHOOK_SECRET: secret, NODE_OPTIONS: clock })
  expect([await post(then.url, body), await post(then.url, body.replace(':1,', ':2,'))]).toEqual([204, 400])
  expect(then.readEvents()).toEqual(['certificate.withdrawn'])
  const now = await startReceiver({ WEBHOOK_SECRET: secret })
  expect(await post(now.url, body)).toBe(400)
  expect([secret, body]).toEqual([SAMPLE_SECRET, listSampleDeliveries(1, 0).records[0]?.body])
})

it('its sender signs the same event now', async () => {
  const secret = newSecret()
  const { url, readEvents } = await startReceiver({ WEBHOOK_SECRET: secret })
  const send = async (WEBHOOK_SECRET: string) =>
    (await run(process.execPath, [written('send.mjs', SEND), url], { env: { ...env, WEBHOOK_SECRET } })).stdout
  expect([await send(secret), await send(newSecret())]).toEqual(['204\n', '400\n'])
  expect(readEvents()).toEqual(['certificate.withdrawn'])
})

it('its poller prints the samples once, signed with the sample secret', async () => {
  const file = written('poll.mjs', POLL)
  const poll = async (WEBHOOK_SECRET: string) =>
    (await run(process.execPath, [file], { env: { ...env, WEBHOOK_SECRET }, cwd: folder })).stdout
  await expect(poll(newSecret())).rejects.toThrow()
  expect((await poll(SAMPLE_SECRET)).match(/msg_\S+ certificate\.\w+/g)).toEqual([
    'msg_sample_1 certificate.reissued',
    'msg_sample_2 certificate.withdrawn',
  ])
  expect(await poll(SAMPLE_SECRET)).toBe('')
})

/** Starts the guide's receiver. */
async function startReceiver(more: Record<string, string>) {
  const port = await findFreePort()
  const receiver = spawn(process.execPath, [written('receive.mjs', RECEIVE)], {
    env: { ...env, ...more, PORT: String(port) },
    stdio: 'pipe',
  })
  receivers.push(receiver)
  let printed = ''
  receiver.stdout.setEncoding('utf8').on('data', (piece: string) => {
    printed += piece
  })
  await untilListening(port)
  return { url: `http://127.0.0.1:${port}/`, readEvents: () => printed.match(/certificate\.\w+/g) ?? [] }
}

async function untilListening(port: number): Promise<void> {
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/`)
      return
    } catch {
      await delay(20)
    }
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeBucket, s3Server, toEnvironment } from '#testing/stores.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const { NODE_COMPILE_CACHE } = process.env

let dataDir: string
const children: ChildProcess[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-main-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string>) {
  const settings = { NODE_COMPILE_CACHE, DATA_DIR: dataDir, UPSTREAM_PORT: '0', ...env }
  const child = fork(MAIN, { env: settings, stdio: 'pipe', execArgv: [] })
  children.push(child)
  const output = { text: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      output.text += piece
    })
  }
  return { child, output }
}

it('logs its address, serves requests and exits with 0 on SIGTERM', async () => {
  const { child, output } = start({ DEMO_CONTENT: 'off', NODE_ENV: 'production' })
  const [message] = await once(child, 'message')
  expect(message).toEqual({ type: 'listening', address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  const { address } = message as { address: string }
  expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ code: 200 })
  expect((await fetch(`${address}/developers/`)).status).toBe(404)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  const line = output.text.split('\n').find((one) => one.includes('listening')) ?? ''
  expect(JSON.parse(line)).toMatchObject({ level: 'info', msg: `listening at ${address}` })
})

it('has a page of its calls for developers', async () => {
  const { child } = start({ DEMO_CONTENT: 'off', NODE_ENV: 'development' })
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  const page = await (await fetch(`${address}/developers/`)).text()
  expect(page).toContain('"url": "/openapi.json"')
  expect(page).not.toMatch(/src="https?:/)
  expect((await fetch(`${address}/developers/js/scalar.js`)).status).toBe(200)
})

it('exits when its parent process disconnects', async () => {
  const { child } = start({ DEMO_CONTENT: 'off' })
  await once(child, 'message')
  child.disconnect()
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
})

it('exits with 2 and one line about a wrong variable', async () => {
  const { child, output } = start({ LOG_LEVEL: 'loud' })
  const [code] = await once(child, 'exit')
  expect(code).toBe(2)
  expect(output.text).toBe('LOG_LEVEL=loud is not accepted: one of fatal, error, warn, info, debug, trace, silent\n')
})

it('exits with 2 and one line with another key than that of its database', async () => {
  const env = { DEMO_CONTENT: 'off', NODE_ENV: 'production' }
  const first = start({ ...env, INSTANCE_KEY: Buffer.alloc(32, 1).toString('base64') })
  await once(first.child, 'message')
  first.child.kill('SIGTERM')
  await once(first.child, 'exit')
  const { child, output } = start({ ...env, INSTANCE_KEY: Buffer.alloc(32, 2).toString('base64') })
  const [code] = await once(child, 'exit')
  expect(code).toBe(2)
  expect(output.text).toMatch(/^INSTANCE_KEY \(or INSTANCE_KEY_FILE; .* is not the key of this database[^\n]*\n$/)
}, 120_000)

describe.skipIf(!s3Server)(`with object storage${s3Server ? '' : ' (no S3 server)'}`, () => {
  const buckets: Awaited<ReturnType<typeof makeBucket>>[] = []
  beforeEach(async () => {
    buckets.push(await makeBucket(), await makeBucket())
  })
  afterEach(async () => {
    for (const { drop } of buckets.splice(0)) await drop()
  })
  function startWith(index: number, env: Record<string, string> = {}) {
    const s3 = buckets[index]?.s3
    if (!s3) throw new Error(`no bucket ${index}`)
    return start({ DEMO_CONTENT: 'off', NODE_ENV: 'production', ...toEnvironment(s3), ...env })
  }

  it('exits with 2 and one line with another key than that of the public log', async () => {
    const first = startWith(0)
    const [{ address }] = (await once(first.child, 'message')) as [{ address: string }]
    expect((await fetch(`${address}/log/checkpoint`)).status).toBe(200)
    first.child.kill('SIGTERM')
    await once(first.child, 'exit')

    const LOG_KEY = Buffer.alloc(32, 9).toString('base64')
    const other = startWith(0, { LOG_KEY })
    expect((await once(other.child, 'exit'))[0]).toBe(2)
    expect(other.output.text).toMatch(
      /^LOG_KEY \(or LOG_KEY_FILE\) is not the key of the public log [^\n]*log-recover[^\n]*\n$/,
    )
  }, 120_000)

  it('exits with 2 and one line for the bucket of another site and for wrong keys, and starts while storage is away', async () => {
    const first = startWith(0)
    await once(first.child, 'message')
    first.child.kill('SIGTERM')
    await once(first.child, 'exit')

    const [other, wrong] = [startWith(1), startWith(0, { S3_SECRET_KEY: 'hush' })]
    const exits = Promise.all([once(other.child, 'exit'), once(wrong.child, 'exit')])
    expect((await exits).map(([code]) => code)).toEqual([2, 2])
    expect(other.output.text).toMatch(/^S3_BUCKET=\S+ at \S+ lacks the file instance\/\w+, [^\n]*files move[^\n]*\n$/)
    expect(wrong.output.text).toMatch(/^S3_BUCKET=\S+ at \S+ answers SignatureDoesNotMatch: [^\n]*S3_SECRET_KEY\.\n$/)

    const away = startWith(0, { S3_ENDPOINT: 'http://127.0.0.1:9' })
    const [{ address }] = (await once(away.child, 'message')) as [{ address: string }]
    expect((await fetch(`${address}/v1/article/?categoryId=32`)).status).toBe(200)
    expect(away.output.text).toContain('object storage could not be asked whether it is that of this site')
  }, 120_000)
})

it('exits with 1 and one line when its port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const { child, output } = start({ DEMO_CONTENT: 'off', UPSTREAM_PORT: String(port) })
  const [code] = await once(child, 'exit')
  taken.close()
  expect(code).toBe(1)
  const lines = output.text.split('\n').filter((line) => !line.startsWith('{'))
  expect(lines).toEqual([`listen EADDRINUSE: address already in use 127.0.0.1:${port}`, ''])
})

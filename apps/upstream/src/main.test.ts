import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const MAIN = join(import.meta.dirname, 'main.ts')
const { NODE_COMPILE_CACHE } = process.env

let dataDir: string
let child: ChildProcess | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-main-'))
})
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string>) {
  const settings = { NODE_COMPILE_CACHE, DATA_DIR: dataDir, UPSTREAM_PORT: '0', ...env }
  child = fork(MAIN, { env: settings, stdio: 'pipe', execArgv: [] })
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

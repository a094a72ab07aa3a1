import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ownCallHeaders } from '../packages/contract/src/constants.ts'
import { getRepositoryPath, root } from './repository.ts'
import { findFreePort } from './servers/free-port.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-start-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const ownPorts = { PORT: '0', UPSTREAM_PORT: '0', ADMIN_PORT: '0', DATA_DIR: dataDir }
/** Variables that this machine may have set are removed. */
const { UPSTREAM_URL: _upstream, LOG_LEVEL: _level, HOST: _host, SMTP_URL: _smtp, ...inherited } = process.env

/** Runs `npm start` directly, not through npm and the check of installed packages. */
function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [getRepositoryPath('scripts/start.ts')], {
    cwd: root,
    env: { ...inherited, ...ownPorts, ...env },
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => {
    output.stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.stderr += chunk
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, output, ended }
}

it('starts a site with content, prints its address, and stops on SIGTERM', async () => {
  const { child, output, ended } = start({})
  await expect.poll(() => output.stdout, { timeout: 50_000 }).toContain('/dev/mailbox')

  expect(output.stdout).toContain('站点已启动')
  expect(output.stdout).toContain(`Data: ${dataDir}`)
  const site = /Site: (http:\/\/127\.0\.0\.1:\d+)/.exec(output.stdout)?.[1]
  const page = await fetch(`${site}/`)
  expect([page.status, (await fetch(`${site}/readyz`)).status]).toEqual([200, 200])
  expect(await page.text()).toContain('<html lang="zh-CN"')
  expect(existsSync(dataDir)).toBe(true)

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  await expect(fetch(`${site}/`)).rejects.toThrow()
}, 60_000)

it('names the address of the site to the first owner, also for a port that the system chooses', async () => {
  const { child, output, ended } = start({ DEMO_CONTENT: 'off', DATA_DIR: path.join(dataDir, 'empty') })
  await expect.poll(() => output.stdout, { timeout: 50_000 }).toContain('Site: ')
  const port = /Site: http:\/\/127\.0\.0\.1:(\d+)/.exec(output.stdout)?.[1]
  expect(output.stderr).toContain(`open: http://localhost:${port}/manage/setup#code=`)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
}, 60_000)

it('announces the site once an external upstream has answered, and reports the wait before', async () => {
  const port = await findFreePort()
  const { child, output, ended } = start({ UPSTREAM_URL: `http://127.0.0.1:${port}` })
  await expect.poll(() => output.stderr, { timeout: 50_000 }).toContain('waits for UPSTREAM_URL')
  const site = /(http:\/\/127\.0\.0\.1:\d+) listens/.exec(output.stderr)?.[1]
  const ready = async () => (await fetch(`${site}/readyz`)).status
  expect([await ready(), output.stdout]).toEqual([503, ''])

  const upstream = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ code: 200, message: '', data: { name: '石衡' }, extra: {} }))
  })
  upstream.listen(port, '127.0.0.1')
  await expect.poll(() => output.stdout, { timeout: 10_000 }).toContain(`Site: ${site}`)
  expect(await ready()).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  upstream.close()
  upstream.closeAllConnections()
}, 60_000)

it('exits with 2 and one line about a wrong setting', async () => {
  const { output, ended } = start({ TRUST_PROXY: 'many' })
  expect(await ended).toBe(2)
  // The output may begin with lines of a web build.
  const lines = output.stderr.split('\n').filter((line) => line !== '' && !/^Buil/.test(line))
  expect(lines).toEqual([expect.stringMatching(/^TRUST_PROXY is "many": accepted is/)])
  expect(output.stdout).toBe('')
}, 60_000)

it('serves a recording, and exits with 2 and one line for a folder that is no recording', async () => {
  const folder = path.join(dataDir, 'recording')
  const site = { code: 200, message: '', data: { name: '石衡的录制' }, extra: {} }
  const entries = [{ call: 'GET /v1/webSiteInfo', input: {}, isOwn: false, status: 200, file: 'answers/site.json' }]
  mkdirSync(path.join(folder, 'answers'), { recursive: true })
  writeFileSync(path.join(folder, 'answers/site.json'), JSON.stringify(site))
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify({ version: 1, entries }))
  const { child, output, ended } = start({ UPSTREAM_URL: `replay:${folder}`, UPSTREAM_PREFIX: '/api' })
  await expect.poll(() => output.stdout, { timeout: 50_000 }).toContain(`Recording: ${folder}`)
  const url = /Site: (http:\/\/127\.0\.0\.1:\d+)/.exec(output.stdout)?.[1]
  expect(await (await fetch(`${url}/v1/webSiteInfo`, { headers: ownCallHeaders })).json()).toMatchObject({
    data: site.data,
  })
  await fetch(`${url}/v1/tag/`, { headers: ownCallHeaders })
  await expect.poll(() => output.stderr).toContain('replay warning: not in the recording: GET /v1/tag/')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)

  const wrong = start({ UPSTREAM_URL: `replay:${dataDir}/nothing` })
  expect(await wrong.ended).toBe(2)
  const lines = wrong.output.stderr.split('\n').filter((line) => line !== '' && !/^Buil/.test(line))
  expect(lines).toEqual([`UPSTREAM_URL: ${dataDir}/nothing is no recording: index.json is missing`])
}, 60_000)

import { execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getRepositoryPath } from '../repository.ts'
import { entriesNamed, requestFor, signerNamed, writeLog } from './testing/written-log.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-log-commands-'))
const entries = entriesNamed('entry', 300)
const signer = await signerNamed('lab.example/log')
const files = await writeLog(entries, signer)
const server = createServer(({ url = '' }, response) => {
  const bytes = files.get(url.replace('/log/', ''))
  response.writeHead(bytes ? 200 : 404).end(bytes)
})
beforeAll(() => {
  for (const part of ['scripts/log-check.ts', 'scripts/log-witness.ts', 'scripts/log', 'packages/contract/src/tlog']) {
    cpSync(getRepositoryPath(part), path.join(folder, part), { recursive: true })
  }
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Runs a command in a copy of the sources that has no installed packages. */
function run(script: string, ...args: string[]): Promise<{ exit: unknown; stdout: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH, INIT_CWD: folder } }
    execFile(process.execPath, [path.join(folder, script), ...args], options, (error, stdout) =>
      resolve({ exit: error?.code ?? 0, stdout }),
    )
  })
}

it('log:check runs on Node alone, without installed packages', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/log`
  const result = await run('scripts/log-check.ts', address, '--state', 'seen.json', '--full')
  expect(result).toMatchObject({ exit: 0, stdout: expect.stringContaining('300 entries: all fit') })
  expect(existsSync(path.join(folder, 'seen.json'))).toBe(true)
  files.delete('tile/entries/000')
  expect(await run('scripts/log-check.ts', address, '--full')).toMatchObject({ exit: 1 })
  expect(await run('scripts/log-check.ts')).toMatchObject({ exit: 2 })
})

it('a killed witness remembers what it cosigned', async () => {
  const args = ['--name', 'witness.example/w1', '--log', signer.keyText, '--data', 'witness', '--port', '0']
  const three = await requestFor(await writeLog(entries.slice(0, 3), signer), 0)

  /** Starts a witness, sends it the checkpoint, and kills it. */
  async function cosignAndKill() {
    const env = { PATH: process.env.PATH, INIT_CWD: folder }
    const child = spawn(process.execPath, [path.join(folder, 'scripts/log-witness.ts'), ...args], { env })
    const ended = new Promise((resolve) => child.on('close', resolve))
    let stdout = ''
    const url = await new Promise<string>((resolve) =>
      child.stdout.on('data', (chunk) => {
        stdout += chunk
        const found = /http:\S+/.exec(stdout)
        if (found) resolve(found[0])
      }),
    )
    const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: three })
    const text = await answer.text()
    child.kill('SIGKILL')
    await ended
    return { status: answer.status, text }
  }

  expect(await cosignAndKill()).toMatchObject({ status: 200 })
  expect(await cosignAndKill()).toEqual({ status: 409, text: '3\n' })
})

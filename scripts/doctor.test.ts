import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { getRepositoryPath } from './repository.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'doctor-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs the command as npm does, with only these variables set. */
async function runCommand(args: string[], env: Record<string, string>) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  const ports = { PORT: '0', UPSTREAM_PORT: '1', ADMIN_PORT: '0', DATA_DIR: dataDir }
  const child = spawn(process.execPath, [getRepositoryPath('scripts/doctor.ts'), ...args], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...ports, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return { code, lines: output.trimEnd().split('\n') }
}

it('exits with 0 on a fresh clone', async () => {
  const { code, lines } = await runCommand([], {})
  expect(lines).toContainEqual(expect.stringMatching(/^✓ upstream +the reference upstream does not run yet/))
  expect(lines.at(-1)).toMatch(/^0 faults, /)
  expect(code).toBe(0)
})

it('exits with 1 on a fault, and prints its remedy', async () => {
  const { code, lines } = await runCommand([], { UPSTREAM_URL: 'http://127.0.0.1:1', TRUST_PROXY: 'nginx' })
  expect(lines).toEqual([
    '✗ settings  TRUST_PROXY is "nginx" → Set TRUST_PROXY to the number of reverse proxies in front, 0 to 10, or their addresses and networks, such as 127.0.0.1,172.16.0.0/12, and run the doctor again.',
    '1 fault, 0 warnings.',
  ])
  expect(code).toBe(1)
})

it('prints its findings as JSON, including settings of the reference upstream', async () => {
  const { code, lines } = await runCommand(['--json'], { DEMO_CONTENT: 'perhaps' })
  const findings = JSON.parse(lines.join('\n'))
  expect(findings).toContainEqual({
    check: 'reference',
    level: 'fault',
    what: 'DEMO_CONTENT=perhaps is not accepted: one of on, off',
    remedy: expect.stringContaining('apps/upstream/src/platform/config/config.ts'),
  })
  expect(code).toBe(1)
})

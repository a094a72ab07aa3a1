import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { getRepositoryPath, root } from './repository.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'portal-admin-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Variables that this machine may have set are removed. */
const { DATABASE_URL: _database, ...inherited } = process.env

/** Runs `npm run admin -- …` directly, not through npm and the check of installed packages. */
function runAdmin(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [getRepositoryPath('scripts/admin.ts'), ...args], {
    cwd: root,
    env: { ...inherited, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

it('creates the first owner of a site that has never run, only once', () => {
  const made = runAdmin('create', 'owner@example.test')
  expect(made).toMatchObject({ status: 0, stderr: '' })
  expect(made.stdout).toMatch(/^New owner\.\nE-mail: {3}owner@example\.test\nPassword: [a-z2-9-]{23}\n/)
  expect(runAdmin('create', 'owner@example.test')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('has an account already'),
  })
  expect(runAdmin('list').stdout).toMatch(/^owner {3}owner@example\.test {2}owner/)
  expect(runAdmin('fly')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('npm run admin --') })
}, 60_000)

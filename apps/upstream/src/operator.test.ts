import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openDatabase } from '#platform/db/open.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'operator-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Runs a command with its own environment only, as in a container. */
function runOperator(...args: string[]) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(import.meta.dirname, 'operator.ts'), ...args],
    {
      cwd: dataDir,
      env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, DEMO_CONTENT: 'on' },
      encoding: 'utf8',
    },
  )
  return { status, stdout, stderr }
}

it('creating an owner does not load demo content', async () => {
  expect(runOperator('admin', 'create', 'owner@example.test')).toMatchObject({ status: 0, stderr: '' })
  const { db, close } = openDatabase(`sqlite:${path.join(dataDir, 'portal.db')}`)
  const settings = await db.selectFrom('site_settings').select('name').execute()
  expect(settings).toEqual([{ name: 'commentPolicy' }])
  for (const table of ['articles', 'certificates'] as const) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  }
  await close()
}, 60_000)

it('runs the admin, site and import commands in a container', () => {
  expect(runOperator('admin', 'list').stdout).toContain('owner@example.test')
  expect(runOperator('admin', 'site', 'set', 'phone=400-820-0000')).toMatchObject({ status: 0, stderr: '' })
  expect(runOperator('admin', 'site').stdout).toContain('phone=400-820-0000')
  writeFileSync(path.join(dataDir, 'none.jsonl'), '{"编号":"x"}\n')
  const imported = runOperator('import', 'certificates', 'none.jsonl')
  expect([imported.status, imported.stdout]).toEqual([1, expect.stringContaining('未导入')])
  expect(runOperator('import')).toMatchObject({ status: 2 })
  expect(runOperator('admin', 'fly')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('site set'),
  })
}, 60_000)

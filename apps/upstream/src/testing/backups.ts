import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runBackup, runRestore } from '#backup/backup-command.ts'
import { runAdminCommand } from '#operator/admin/admin-run.ts'
import { runMigrate } from '#operator/migrate-database/migrate-command.ts'
import { type DatabaseKind, openDatabase } from '#platform/db/open.ts'
import { makeUpstream, type TestUpstream } from './make-upstream.ts'

/** Makes a temporary folder for one test, which is deleted on disposal. */
export function makeFolder(): { folder: string; [Symbol.dispose](): void } {
  const folder = mkdtempSync(join(tmpdir(), 'portal-backup-'))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Opens an upstream on an existing `DATA_DIR`. */
export async function openUpstreamIn(dataDir: string, content: 'fixture' | 'none' = 'none'): Promise<TestUpstream> {
  mkdirSync(dataDir, { recursive: true })
  return await makeUpstream({
    content,
    databaseUrl: `sqlite:${join(dataDir, 'portal.db')}`,
    env: { DATA_DIR: dataDir },
  })
}

/** Calls `work` with an upstream on a `DATA_DIR`. */
export async function runWithUpstream<T>(dataDir: string, work: (upstream: TestUpstream) => Promise<T>): Promise<T> {
  const upstream = await openUpstreamIn(dataDir)
  try {
    await upstream.app.ready()
    return await work(upstream)
  } finally {
    await upstream.close()
  }
}

/** Reads the number of entries under a checkpoint. */
export const parseSize = (checkpoint: string) => Number(checkpoint.split('\n')[1])

/** Waits for the checkpoint of a size. */
export async function waitForCheckpoint({ app }: TestUpstream, size: number): Promise<string> {
  const checkpoint = async () => (await app.inject('/log/checkpoint')).body
  await expect.poll(async () => parseSize(await checkpoint()), { timeout: 5000 }).toBe(size)
  return await checkpoint()
}

export function writeUpload(dataDir: string, name: string, content: string): void {
  mkdirSync(join(dataDir, 'files'), { recursive: true })
  writeFileSync(join(dataDir, 'files', name), content)
}

const COMMANDS = { backup: runBackup, restore: runRestore, migrate: runMigrate }

/** Runs `npm run backup`, `restore` or `migrate` in process. */
export async function runCommandIn(which: keyof typeof COMMANDS, dataDir: string, args: string[], env = {}) {
  let output = ''
  const exitCode = await COMMANDS[which]({
    args,
    env: { DATA_DIR: dataDir, ...env },
    folder: dataDir,
    output: { write: (text) => (output += text) },
    progress: { write: () => {} },
  })
  return { exitCode, output }
}

/** Runs `npm run admin` in process. */
export async function runAdminIn(dataDir: string, ...args: string[]) {
  let text = ''
  const write = (line: string) => (text += line)
  const exitCode = await runAdminCommand({
    args,
    env: { DATA_DIR: dataDir },
    folder: dataDir,
    output: { write },
    progress: { write },
  })
  return { exitCode, text }
}

/** Reads the content of every file in a folder, except SQLite's log and shared memory. */
export function readContents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile() && !/-(wal|shm)$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )
}

/** Calls `work` with the database of a `DATA_DIR`. */
export async function runWithDatabase<T>(
  dataDir: string,
  work: (opened: ReturnType<typeof openDatabase> & { kind: DatabaseKind }) => Promise<T>,
): Promise<T> {
  const database = openDatabase(`sqlite:${join(dataDir, 'portal.db')}`)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { newTiles, tilePath } from '@portal/contract/tlog/tile-paths.ts'
import { expect, it } from 'vitest'
import { runAdminCommand } from '#admin/admin-run.ts'
import { readLogState } from '#resources/log/log-signer.ts'
import { addEntry } from '#resources/log/testing/log-entries.ts'
import { command, contentsOf, makeFolder, upstreamIn } from '#testing/backups.ts'
import type { TestUpstream } from '#testing/make-upstream.ts'

const sizeOf = (checkpoint: string) => Number(checkpoint.split('\n')[1])

/** Appends an entry and signs. */
async function publish({ app, db }: TestUpstream): Promise<string> {
  const index = await addEntry(db, `{"at":${Date.now()}}`)
  const checkpoint = async () => (await app.inject('/log/checkpoint')).body
  await expect.poll(async () => sizeOf(await checkpoint()), { timeout: 5000 }).toBe(index + 1)
  return await checkpoint()
}

async function withUpstream<T>(dataDir: string, work: (upstream: TestUpstream) => Promise<T>): Promise<T> {
  const upstream = await upstreamIn(dataDir)
  try {
    await upstream.app.ready()
    return await work(upstream)
  } finally {
    await upstream.close()
  }
}

async function admin(dataDir: string, ...args: string[]) {
  let text = ''
  const write = (line: string) => (text += line)
  const exitCode = await runAdminCommand({
    ...{ args, env: { DATA_DIR: dataDir }, folder: dataDir },
    ...{ output: { write }, progress: { write } },
  })
  return { exitCode, text }
}

it('a restored backup stops the public log until it is led on from a copy', async () => {
  using made = makeFolder()
  const [dataDir, backup, copy] = ['data', 'backup', 'copy'].map((name) => join(made.folder, name)) as [
    string,
    string,
    string,
  ]
  await withUpstream(dataDir, publish)
  expect(await command('backup', dataDir, [backup])).toMatchObject({ exitCode: 0 })
  expect(Object.keys(contentsOf(backup)).filter((name) => name.includes('log.'))).toEqual([])
  const newest = await withUpstream(dataDir, async (upstream) => {
    const checkpoint = await publish(upstream)
    for (const tile of newTiles(0, sizeOf(checkpoint))) {
      const path = join(copy, tilePath(tile))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, (await upstream.app.inject(`/log/${tilePath(tile)}`)).rawPayload)
    }
    return checkpoint
  })

  const restored = await command('restore', dataDir, [backup, '--replace'])
  expect(restored).toMatchObject({ exitCode: 0, output: expect.not.stringContaining('log.mark') })
  await withUpstream(dataDir, async ({ db, logs, app }) => {
    expect((await readLogState(db)).stopped).toBe('mark 2')
    expect(logs.join()).toContain('npm run admin -- log-recover --from URL|FOLDER')
    // A visitor who saw both entries must not be shown a log of one.
    expect((await app.inject('/log/checkpoint')).statusCode).toBe(503)
  })
  expect(await admin(dataDir, 'log-recover', '--from', copy, '--now')).toMatchObject({ exitCode: 2 })
  expect(await admin(dataDir, 'log-recover')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('give --from'),
  })
  expect(await admin(dataDir, 'log-recover', '--from', '../copy')).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining('1 entries came back without their content'),
  })
  await withUpstream(dataDir, async (upstream) => {
    expect((await upstream.app.inject('/log/checkpoint')).body).toBe(newest)
    expect(sizeOf(await publish(upstream))).toBe(3)
  })
})

it('a backup restored to an empty folder says what the public log lacks, and a log without its key stops', async () => {
  using made = makeFolder()
  const [dataDir, backup, other] = ['data', 'backup', 'other'].map((name) => join(made.folder, name)) as [
    string,
    string,
    string,
  ]
  await withUpstream(dataDir, publish)
  await command('backup', dataDir, [backup])
  const restored = await command('restore', other, [backup])
  expect(restored.output).toContain('put back its log.key (or LOG_KEY) and log.mark')
  expect(await withUpstream(other, async ({ db }) => (await readLogState(db)).stopped)).toBe('key')
  expect(existsSync(join(other, 'log.key'))).toBe(false)
  for (const name of ['log.key', 'log.mark']) cpSync(join(dataDir, name), join(other, name))
  expect(await withUpstream(other, async ({ db }) => (await readLogState(db)).stopped)).toBeNull()
})

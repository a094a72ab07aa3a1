import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { formatTilePath, listNewTiles } from '@portal/contract/tlog/tile-paths.ts'
import { expect, it } from 'vitest'
import { hashCheckCode } from '#certificates/lookup/check-code.ts'
import { readLogState } from '#log/log-signer.ts'
import { addEntry } from '#log/testing/log-entries.ts'
import { ask } from '#testing/asking.ts'
import {
  makeFolder,
  parseSize,
  readContents,
  runAdminIn,
  runCommandIn,
  runWithUpstream,
  waitForCheckpoint,
} from '#testing/backups.ts'
import { findLogFaults } from '#testing/log/log-agrees.ts'
import type { TestUpstream } from '#testing/make-upstream.ts'
import { findMarkFile } from '#testing/marks.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'
import { ASIDE } from './stored-files.ts'

/** Publishes a certificate, and signs the log with its entry. */
async function publish(upstream: TestUpstream): Promise<string> {
  return await waitForCheckpoint(upstream, (await addEntry(upstream, `{"at":${Date.now()}}`)) + 1)
}

/** Copies the entries of the log, as an auditor does. */
async function copyLog({ app }: TestUpstream, size: number, folder: string): Promise<void> {
  for (const tile of listNewTiles(0, size)) {
    const path = join(folder, formatTilePath(tile))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, (await app.inject(`/log/${formatTilePath(tile)}`)).rawPayload)
  }
}

/** Deletes the data that a restore has replaced. */
function dropFormer(dataDir: string): void {
  const former = readdirSync(dataDir).filter((name) => name.startsWith(ASIDE))
  expect(former).toHaveLength(1)
  for (const name of former) rmSync(join(dataDir, name), { recursive: true })
}

it('a restored backup stops the public log until it is recovered from a copy', async () => {
  using temporary = makeFolder()
  const [dataDir, backup, copy] = ['data', 'backup', 'copy'].map((name) => join(temporary.folder, name)) as [
    string,
    string,
    string,
  ]
  await runWithUpstream(dataDir, publish)
  expect(await runCommandIn('backup', dataDir, [backup])).toMatchObject({ exitCode: 0 })
  expect(Object.keys(readContents(backup)).filter((name) => name.includes('log.'))).toEqual([])
  const newest = await runWithUpstream(dataDir, async (upstream) => {
    const checkpoint = await publish(upstream)
    await copyLog(upstream, parseSize(checkpoint), copy)
    return checkpoint
  })

  const restored = await runCommandIn('restore', dataDir, [backup, '--replace'])
  expect(restored).toMatchObject({ exitCode: 0, output: expect.not.stringContaining('log.mark') })
  await runWithUpstream(dataDir, async ({ db, logs, app }) => {
    expect((await readLogState(db)).stopped).toBe('mark 2')
    expect(logs.join()).toContain('npm run admin -- log-recover')
    // A visitor who saw both entries must not be shown a log with one.
    expect((await app.inject('/log/checkpoint')).statusCode).toBe(503)
  })
  expect(await runAdminIn(dataDir, 'log-recover', '--from', copy, '--now')).toMatchObject({ exitCode: 2 })
  dropFormer(dataDir)
  expect(await runAdminIn(dataDir, 'log-recover')).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('give --from'),
  })
  expect(await runAdminIn(dataDir, 'log-recover', '--from', '../copy')).toMatchObject({
    exitCode: 0,
    text: expect.stringMatching(/1 entries came back without their content.*Index in the log 日志序号: 1 to 1/s),
  })
  await runWithUpstream(dataDir, async (upstream) => {
    expect((await upstream.app.inject('/log/checkpoint')).body).toBe(newest)
    expect(parseSize(await publish(upstream))).toBe(3)
  })
})

it('a withdrawal while the log is stopped shows at once, and is in the log after recovery', async () => {
  using temporary = makeFolder()
  const [dataDir, backup, copy] = ['data', 'backup', 'copy'].map((name) => join(temporary.folder, name)) as [
    string,
    string,
    string,
  ]
  const lookUp = async (upstream: TestUpstream, certificateNo: string) => {
    const body = { certificateNo, checkCode: '7K3M9Q' }
    return (await ask(upstream, 'POST /v1/certificate/check', { body })).data
  }
  const wrong = await runWithUpstream(dataDir, async (upstream) => {
    const desk = createDeskPeople(upstream)
    const people = [await desk.person('周观澜', ['certify']), await desk.person('陈景行', ['approve'])] as const
    const certificateNo = await desk.published(...people)
    await upstream.db
      .updateTable('certificates')
      .set({ check_code_hash: hashCheckCode(upstream.digest, certificateNo, '7K3M9Q') })
      .where('certificate_no', '=', certificateNo)
      .execute()
    await waitForCheckpoint(upstream, 1)
    return certificateNo
  })
  await runCommandIn('backup', dataDir, [backup])
  await runWithUpstream(dataDir, async (upstream) => {
    const desk = createDeskPeople(upstream)
    await desk.published(await desk.person('乔木', ['certify']), await desk.person('沈砚', ['approve']))
    await waitForCheckpoint(upstream, 2)
    await copyLog(upstream, 2, copy)
  })

  await runCommandIn('restore', dataDir, [backup, '--replace'])
  await runWithUpstream(dataDir, async (upstream) => {
    const desk = createDeskPeople(upstream)
    expect(await lookUp(upstream, wrong)).toMatchObject({ state: 'valid', log: { index: 0 } })
    const signer = await desk.person('林知微', ['approve'])
    expect((await desk.step(signer, wrong, 'withdrawNow', { reason: '样品调换' })).code).toBe(200)
    const shown = await lookUp(upstream, wrong)
    expect(shown).toMatchObject({ state: 'withdrawn', reason: '样品调换' })
    expect(shown).not.toHaveProperty('log')
    expect((await upstream.app.inject('/log/checkpoint')).statusCode).toBe(503)
  })
  expect(await runAdminIn(dataDir, 'log-recover', '--from', copy)).toMatchObject({ exitCode: 0 })
  await runWithUpstream(dataDir, async (upstream) => {
    await waitForCheckpoint(upstream, 3)
    expect(await lookUp(upstream, wrong)).toMatchObject({ state: 'withdrawn', log: { index: 2 } })
    expect(await findLogFaults(upstream.db)).toEqual([])
  })
})

it('a backup restored to an empty folder reports the missing entries of the public log, and a log without its key stops', async () => {
  using temporary = makeFolder()
  const [dataDir, backup, other] = ['data', 'backup', 'other'].map((name) => join(temporary.folder, name)) as [
    string,
    string,
    string,
  ]
  await runWithUpstream(dataDir, publish)
  await runCommandIn('backup', dataDir, [backup])
  const restored = await runCommandIn('restore', other, [backup])
  expect(restored.output).toMatch(/put back its log\.key.*\n {2}npm run admin -- log-recover\n/)
  expect(await runWithUpstream(other, async ({ db }) => (await readLogState(db)).stopped)).toBe('key')
  expect(existsSync(join(other, 'log.key'))).toBe(false)
  cpSync(join(dataDir, 'log.key'), join(other, 'log.key'))
  // An earlier version has stored it there.
  cpSync(findMarkFile(dataDir, 'log.mark'), join(other, 'log.mark'))
  expect(await runWithUpstream(other, async ({ db }) => (await readLogState(db)).stopped)).toBeNull()
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { KEPT_BACKUPS } from '@portal/contract/site/backups.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { join as joinSite, type Member } from '#testing/members.ts'
import { restoreBackup } from './restore-backup.ts'

const PATH = '/v1/manage/backups'

describe('backups by owners', () => {
  let upstream: TestUpstream
  let folder = ''
  let owner: Member
  let nowMs = Date.parse('2026-11-20T02:00:00Z')
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portal-backups-'))
    const databaseUrl = `sqlite:${join(folder, 'portal.db')}`
    upstream = await makeUpstream({ content: 'none', now: () => nowMs, databaseUrl, env: { DATA_DIR: folder } })
    owner = await joinSite(upstream, '顾怀瑾', 'owner')
    await upstream.db.updateTable('sessions').set({ factor_at: nowMs }).execute()
  })
  afterAll(async () => {
    await upstream.close()
    rmSync(folder, { recursive: true })
  })
  const list = async () => (await owner.ask(`GET ${PATH}`)).data
  const download = (name: string, who = owner) =>
    upstream.app.inject({ url: `${PATH}/${name}/download`, headers: { authorization: who.token } })
  async function make(): Promise<string> {
    nowMs += 1000
    expect(await owner.ask(`POST ${PATH}`)).toMatchObject({ code: 200 })
    await vi.waitUntil(async () => !(await list()).isRunning, { timeout: 20_000 })
    return (await list()).records[0].name
  }

  it('are made in the background, and a downloaded one is restored by the command', async () => {
    expect(await list()).toEqual({ records: [], isRunning: false, hasFailed: false, command: null })
    const name = await make()
    expect(await list()).toMatchObject({ records: [{ name, time: '2026-11-20 10:00:01', hasDatabase: true }] })
    const answer = await download(name)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' })
    const zip = join(folder, 'down.zip')
    writeFileSync(zip, answer.rawPayload)
    execFileSync('unzip', ['-q', zip, '-d', join(folder, 'unpacked')])
    const dataDir = join(folder, 'elsewhere')
    const restored = await restoreBackup({
      source: join(folder, 'unpacked', name),
      config: readConfig({ DATA_DIR: dataDir }),
      now: () => nowMs,
      isReplacing: false,
      onProgress: () => {},
    })
    expect(restored.manifest.rows.users).toBeGreaterThan(0)
  })

  it('remove what a process left that ended during a backup, and nothing of the operator', async () => {
    for (const name of ['20261120T010000Z-manage.unfinished-1', '20261120T010000Z.unfinished-1']) {
      mkdirSync(join(folder, 'backups', name))
    }
    await make()
    const names = readdirSync(join(folder, 'backups')).filter((name) => name.includes('unfinished'))
    expect(names).toEqual(['20261120T010000Z.unfinished-1'])
  })

  it('are kept five at a time, and those of the operator stay', async () => {
    execFileSync('cp', [
      '-r',
      join(folder, 'backups', (await list()).records[0].name),
      join(folder, 'backups/of-operator'),
    ])
    for (let made = 0; made < KEPT_BACKUPS; made += 1) await make()
    const names = readdirSync(join(folder, 'backups'))
    expect(names.filter((name) => name.endsWith('-manage'))).toHaveLength(KEPT_BACKUPS)
    expect(names).toContain('of-operator')
  })

  it('open no other folder, and are recorded', async () => {
    for (const name of ['..', '%2e%2e', 'files', '20200101T000000Z']) {
      expect((await download(name)).headers['content-type']).not.toBe('application/zip')
    }
    const editor = await joinSite(upstream, '许听澜', 'editor')
    const [first] = (await list()).records
    expect((await download(first.name, editor)).json()).toMatchObject({ code: 403 })
    const { data } = await owner.ask('GET /v1/manage/audit?action=backup.download&outcome=done')
    expect(data.records).toHaveLength(1)
  })

  it('need a fresh proof', async () => {
    const [first] = (await list()).records
    nowMs += 20 * MINUTE_MS
    expect((await download(first.name)).json()).toMatchObject({ code: 403, extra: { factor: 'fresh' } })
    expect(await owner.ask(`POST ${PATH}`)).toMatchObject({ code: 403, extra: { factor: 'fresh' } })
  })
})

import { rmSync } from 'node:fs'
import { DAY_MS, HOUR_MS } from '@portal/contract/constants.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runAdminCommand } from '#operator/admin/admin-run.ts'
import { createHealthMarks } from '#platform/figures/health-marks.ts'
import { makeUpstream, type TestUpstream } from '#testing/make-upstream.ts'
import { join } from '#testing/members.ts'
import { describeStores, listNames, type TestPlace, toEnvironment } from '#testing/stores.ts'
import { createFileCheck } from './missing-files.ts'
import { deleteUnnamed } from './named-files.ts'

const FILE = `${'a'.repeat(32)}.webp`
const OTHER = `${'b'.repeat(32)}.webp`

describeStores('files and the rows that name them', (makePlace) => {
  let place: TestPlace
  let upstream: TestUpstream
  let env: Record<string, string>

  beforeEach(async () => {
    place = await makePlace()
    env = { DATA_DIR: place.dataDir, ...(place.s3 && toEnvironment(place.s3)) }
    upstream = await makeUpstream({ content: 'none', databaseUrl: `sqlite:${place.dataDir}/portal.db`, env })
  })
  afterEach(async () => {
    await upstream.close()
    await place.drop()
    rmSync(place.dataDir, { recursive: true, force: true })
  })

  const addRow = (name: string) =>
    upstream.db.insertInto('report_pictures').values({ name, feedback_id: null, bytes: 1, created_at: 0 }).execute()
  const put = (name: string) => upstream.files.reportPictures.put(name, Buffer.from('x'))
  const sweepAfter = (ageMs: number) =>
    deleteUnnamed('reportPictures', {
      db: upstream.db,
      store: upstream.files.reportPictures,
      now: () => Date.now() + ageMs,
    })
  async function check() {
    let text = ''
    const write = (line: string) => (text += line)
    const options = { env: { ...env, DATABASE_URL: upstream.config.databaseUrl }, folder: place.dataDir }
    const args = ['files', 'check']
    const now = () => Date.now() + 2 * HOUR_MS
    const exitCode = await runAdminCommand({ ...options, args, now, output: { write }, progress: { write } })
    return { exitCode, text }
  }

  it('match after a process was killed between a file and its row: the file goes an hour later', async () => {
    await put(FILE)
    await addRow(FILE)
    // A killed upload has stored its file only; a killed deletion has deleted its row only.
    await put(OTHER)
    await sweepAfter(HOUR_MS / 2)
    expect(await listNames(upstream.files.reportPictures)).toEqual([FILE, OTHER])
    expect(await check()).toEqual({ exitCode: 0, text: expect.stringContaining(`  without a row  ${OTHER}\n`) })
    await sweepAfter(2 * HOUR_MS)
    expect(await listNames(upstream.files.reportPictures)).toEqual([FILE])
    await upstream.db.deleteFrom('report_pictures').execute()
    await sweepAfter(2 * HOUR_MS)
    expect(await listNames(upstream.files.reportPictures)).toEqual([])
    expect((await check()).text).not.toContain(FILE)
  })

  it('are reported when a file is lost, by the command and in the overview', async () => {
    await put(FILE)
    await addRow(FILE)
    await addRow(OTHER)
    expect(await check()).toEqual({
      exitCode: 1,
      text: expect.stringContaining(`report-pictures: 1 missing, 0 without a row\n  missing        ${OTHER}\n`),
    })

    const owner = await join(upstream, '负责人', 'owner')
    const readStorage = async () => (await owner.ask('GET /v1/manage/health')).data.storage
    expect(await readStorage()).toMatchObject({ missingFiles: 0, filesCheckedAt: null })
    const reported: string[] = []
    let clock = Date.now()
    const now = () => clock
    const { db, files } = upstream
    const onError = (what: string) => (error: Error) => void reported.push(`${what}: ${error.message}`)
    const marks = createHealthMarks({ db, now, onError: (error) => expect.fail(error.message) })
    const { sweep } = createFileCheck({ db, files, marks, now, onError })
    await sweep()
    expect(await readStorage()).toMatchObject({ missingFiles: 1, filesCheckedAt: expect.any(String) })
    expect(reported).toEqual([expect.stringContaining('files are missing: 1 missing')])

    await put(OTHER)
    clock += DAY_MS / 2
    await sweep()
    expect(await readStorage()).toMatchObject({ missingFiles: 1 })
    clock += DAY_MS / 2
    await sweep()
    expect(await readStorage()).toMatchObject({ missingFiles: 0 })
  })
})

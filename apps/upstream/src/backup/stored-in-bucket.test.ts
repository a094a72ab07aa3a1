import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { claimFiles } from '#platform/files/claim-files.ts'
import { type Files, openFiles } from '#platform/files/open-files.ts'
import { makeFolder, readContents, runCommandIn, runWithDatabase } from '#testing/backups.ts'
import { makeUpstream } from '#testing/make-upstream.ts'
import { listNames, makeBucket, readStored, s3Server, toEnvironment } from '#testing/stores.ts'

const PICTURE = `${'a'.repeat(32)}.png`
const RECORD = 'b'.repeat(32)

describe.skipIf(!s3Server)('a backup of a site whose files are in a bucket', () => {
  let bucket: Awaited<ReturnType<typeof makeBucket>>
  let other: Awaited<ReturnType<typeof makeBucket>>
  let temporary: ReturnType<typeof makeFolder>
  let files: Files
  let [dataDir, backup] = ['', '']

  beforeEach(async () => {
    ;[bucket, other] = [await makeBucket(), await makeBucket()]
    temporary = makeFolder()
    ;[dataDir, backup] = [join(temporary.folder, 'data'), join(temporary.folder, 'backup')]
    mkdirSync(dataDir)
    files = await openFiles({ dataDir, s3: bucket.s3 })
    const env = { DATA_DIR: dataDir, ...toEnvironment(bucket.s3) }
    const upstream = await makeUpstream({ databaseUrl: `sqlite:${join(dataDir, 'portal.db')}`, env })
    await upstream.close()
    await files.uploads.put(PICTURE, Buffer.from('a picture'))
    await files.rawRecords.put(RECORD, Buffer.from('a record'))
    await files.contentImports.put('c', Buffer.from('an export in work'))
  })
  afterEach(async () => {
    files.close()
    temporary[Symbol.dispose]()
    await bucket.drop()
    await other.drop()
  })

  const run = (command: 'backup' | 'restore', { s3 } = bucket, ...more: string[]) =>
    runCommandIn(command, dataDir, [backup, ...more], toEnvironment(s3))

  it('has database and files, and no key of the environment', async () => {
    // An earlier key, which the one of the environment has replaced.
    writeFileSync(join(dataDir, 'upstream.key'), Buffer.alloc(32, 7))
    expect(await run('backup')).toMatchObject({ exitCode: 0, output: expect.stringContaining('2 uploads') })
    expect(Object.keys(readContents(backup)).sort()).toEqual(
      [`files/${PICTURE}`, 'manifest.json', 'manifest.sha256', 'portal.db', `raw-records/${RECORD}`].sort(),
    )
    expect(readFileSync(join(backup, 'files', PICTURE), 'utf8')).toBe('a picture')
  })

  it('puts into the bucket what is missing there, and leaves the rest', async () => {
    await run('backup')
    await files.uploads.delete(PICTURE)
    await files.uploads.put('later.png', Buffer.from('later'))
    expect(await run('restore')).toMatchObject({ exitCode: 1, output: expect.stringContaining('--replace') })
    expect(await run('restore', bucket, '--replace')).toMatchObject({ exitCode: 0 })
    expect(await listNames(files.uploads)).toEqual([PICTURE, 'later.png'].sort())
    expect(String(await readStored(files.uploads, PICTURE))).toBe('a picture')
    expect(existsSync(join(dataDir, 'files'))).toBe(false)
  })

  it('is restored into another bucket, or into a folder', async () => {
    await run('backup')
    rmSync(dataDir, { recursive: true })
    expect(await run('restore', other)).toMatchObject({ exitCode: 0 })
    const there = await openFiles({ dataDir, s3: other.s3 })
    expect(String(await readStored(there.rawRecords, RECORD))).toBe('a record')
    there.close()

    rmSync(dataDir, { recursive: true })
    expect(await runCommandIn('restore', dataDir, [backup])).toMatchObject({ exitCode: 0 })
    expect(readFileSync(join(dataDir, 'raw-records', RECORD), 'utf8')).toBe('a record')
  })

  it('is restored into another bucket, with which the site then starts', async () => {
    const claim = async (s3: typeof bucket.s3) => {
      const opened = await openFiles({ dataDir, s3 })
      await runWithDatabase(dataDir, ({ db }) => claimFiles({ db, files: opened, config: { s3 } })).finally(
        opened.close,
      )
    }
    await claim(bucket.s3)
    await run('backup')
    await expect(claim(other.s3)).rejects.toThrow('restore')
    rmSync(dataDir, { recursive: true })
    await run('restore', other)
    await claim(other.s3)
  })

  it('stores nothing when the backup was altered', async () => {
    await run('backup')
    await files.uploads.delete(PICTURE)
    writeFileSync(join(backup, 'raw-records', RECORD), 'A record')
    expect(await run('restore', bucket, '--replace')).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('altered: raw-records/'),
    })
    expect(await listNames(files.uploads)).toEqual([])
  })
})

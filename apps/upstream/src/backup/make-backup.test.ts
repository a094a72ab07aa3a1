import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { openDatabase } from '#platform/db/open.ts'
import { makeFolder, openUpstreamIn, runCommandIn, runWithDatabase, writeUpload } from '#testing/backups.ts'
import { isSound, readFacts } from './database-facts.ts'
import { makeBackup } from './make-backup.ts'
import { makePostgresCommands } from './postgres-commands.ts'

it('backs up a consistent snapshot of the database during writes', async () => {
  using temporary = makeFolder()
  const dataDir = join(temporary.folder, 'data')
  // The upstream is closed, because two writing connections in one thread would wait for each other forever.
  await (await openUpstreamIn(dataDir, 'fixture')).close()
  const writer = openDatabase(`sqlite:${join(dataDir, 'portal.db')}`)
  let isDone = false
  let written = 0
  const enough = Promise.withResolvers<void>()
  // Each transaction writes a post and its comment.
  const writing = (async () => {
    while (!isDone) {
      written += 1
      const id = `say${written}`
      await writer.db.transaction().execute(async (trx) => {
        const post = { id, user_id: '1', content: '文'.repeat(500), pictures: null, address: null }
        await trx
          .insertInto('says')
          .values({ ...post, is_public: 1, created_at: 1 })
          .execute()
        const comment = { say_id: id, user_id: '1', reply_user_id: null, content: '好', created_at: 1 }
        await trx.insertInto('say_comments').values(comment).execute()
      })
      if (written > 50) enough.resolve()
      await new Promise(setImmediate)
    }
  })()
  await Promise.race([enough.promise, writing])
  const target = join(temporary.folder, 'backup')
  const shares: number[] = []
  const manifest = await makeBackup({
    config: readConfig({ DATA_DIR: dataDir }),
    target,
    now: Date.now,
    onProgress: (share, text) => void (text.startsWith('database') && shares.push(share)),
    pagesAStep: 5,
  })
  isDone = true
  await writing
  await writer.close()

  const copy = new DatabaseSync(join(target, 'portal.db'))
  const { rows } = readFacts(copy)
  expect(isSound(copy)).toBe(true)
  expect(copy.prepare('pragma foreign_key_check').all()).toEqual([])
  copy.close()
  expect(rows).toEqual(manifest.rows)
  expect(rows.say_comments).toBe(rows.says)
  expect(rows.says).toBeGreaterThan(50)
  expect(rows.says).toBeLessThan(written)
  // The concurrent writes never restarted the copy.
  expect(shares.length).toBeGreaterThan(5)
  expect(shares).toEqual(shares.toSorted((one, other) => one - other))
})

it('backs up uploads and keys of stored data with owner-only modes, and no sessions or session key', async () => {
  using temporary = makeFolder()
  const dataDir = join(temporary.folder, 'data')
  const upstream = await openUpstreamIn(dataDir)
  await upstream.signUp('reader@example.test')
  await upstream.close()
  writeUpload(dataDir, 'a.png', 'a picture')
  writeUpload(dataDir, '.unfinished-b.png', 'half')
  writeFileSync(join(dataDir, 'receipt.key'), 'receipts')
  writeFileSync(join(dataDir, 'session.key'), 'sessions')
  const target = join(temporary.folder, 'deep', 'backup')
  const { exitCode, output } = await runCommandIn('backup', dataDir, [target])

  expect(exitCode).toBe(0)
  expect(output).toContain(target)
  const names = readdirSync(target, { recursive: true, encoding: 'utf8' }).sort()
  const [files, whole] = [join('files', 'a.png'), ['manifest.json', 'manifest.sha256', 'portal.db']]
  expect(names).toEqual(['files', files, ...whole, 'receipt.key', 'upstream.key'].sort())
  for (const name of names) {
    const { mode } = statSync(join(target, name))
    expect((mode & 0o777).toString(8)).toBe(name === 'files' ? '700' : '600')
  }
  const manifest = JSON.parse(readFileSync(join(target, 'manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({ format: 1, database: 'sqlite', rows: { users: 1, sessions: 0 } })
  expect(manifest.schema).toMatch(/^\d{4}-/)
  const sessions = await runWithDatabase(dataDir, ({ db }) => db.selectFrom('sessions').selectAll().execute())
  expect(sessions).toHaveLength(1)
})

it('refuses an existing target, and removes its files after an error', async () => {
  using temporary = makeFolder()
  const dataDir = join(temporary.folder, 'data')
  const target = join(temporary.folder, 'backup')
  expect(await runCommandIn('backup', dataDir, [target])).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('There is no database'),
  })
  writeUpload(dataDir, 'a.png', 'a picture')
  writeFileSync(join(dataDir, 'portal.db'), 'no database at all, but long enough to be taken for one'.repeat(100))
  expect(await runCommandIn('backup', dataDir, [target])).toMatchObject({
    exitCode: 1,
    output: expect.stringContaining('is damaged'),
  })
  expect(readdirSync(temporary.folder)).toEqual(['data'])
  writeFileSync(target, 'mine')
  expect(await runCommandIn('backup', dataDir, [target])).toMatchObject({ exitCode: 1 })
  expect(readFileSync(target, 'utf8')).toBe('mine')
  expect(await runCommandIn('backup', dataDir, ['--all'])).toMatchObject({ exitCode: 2 })
})

it('prints the dump command for PostgreSQL without its password, and copies the uploads', async () => {
  using temporary = makeFolder()
  const dataDir = join(temporary.folder, 'data')
  writeUpload(dataDir, 'a.png', 'a picture')
  const env = { DATABASE_URL: 'postgres://portal:geheim@db.example.test/portal' }
  const { exitCode, output } = await runCommandIn('backup', dataDir, [join(temporary.folder, 'backup')], env)
  expect(exitCode).toBe(0)
  expect(output).toMatch(/pg_dump --format=custom .*--exclude-table-data=sessions .*"\$DATABASE_URL"/)
  expect(output).not.toContain('geheim')
  expect(existsSync(join(temporary.folder, 'backup/files/a.png'))).toBe(true)
  expect(existsSync(join(temporary.folder, 'backup/portal.db'))).toBe(false)
  const restored = join(temporary.folder, 'restored')
  expect(await runCommandIn('restore', restored, [join(temporary.folder, 'backup')])).toMatchObject({ exitCode: 1 })
  const secondRestore = await runCommandIn('restore', restored, [join(temporary.folder, 'backup')], env)
  expect(secondRestore).toMatchObject({ exitCode: 0, output: expect.stringContaining('pg_restore --clean') })
  expect(readFileSync(join(restored, 'files/a.png'), 'utf8')).toBe('a picture')
})

it('prints commands for the database of the Compose file that run on the machine of the containers', () => {
  const { dump, restore } = makePostgresCommands('postgres://portal:geheim@postgres:5432/portal')
  const inService = 'docker compose --profile scale exec -T postgres'
  expect(dump).toMatch(
    new RegExp(`^${inService} pg_dump -U portal .*--exclude-table-data=sessions .* portal > portal.dump$`),
  )
  expect(restore).toMatch(new RegExp(`^${inService} pg_restore -U portal .* --dbname=portal < portal.dump$`))
})

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCertificateNo } from '@portal/contract/certificates/certificate-number.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { ask } from '#testing/asking.ts'
import {
  makeFolder,
  openUpstreamIn,
  readContents,
  runCommandIn,
  runWithDatabase,
  writeUpload,
} from '#testing/backups.ts'
import { createDeskPeople } from '#testing/staff/desk-people.ts'

/** Makes a site with one upload and one session, and its backup. */
async function makeSite(folder: string) {
  const [dataDir, backup] = [join(folder, 'data'), join(folder, 'backup')]
  const upstream = await openUpstreamIn(dataDir, 'fixture')
  const { token } = await upstream.signUp('reader@example.test')
  writeUpload(dataDir, '0123456789abcdef0123456789abcdef.png', 'a picture')
  const article = await ask(upstream, 'GET /v1/article/?pageNo=1&pageSize=20')
  await upstream.close()
  expect(await runCommandIn('backup', dataDir, [backup])).toMatchObject({ exitCode: 0 })
  return { dataDir, backup, token, article }
}

it('restores articles, uploads and keys to an empty folder, without sessions', async () => {
  using temporary = makeFolder()
  const { dataDir, backup, token, article } = await makeSite(temporary.folder)
  const other = join(temporary.folder, 'other')
  const restored = await runCommandIn('restore', other, [backup])
  expect(restored).toMatchObject({ exitCode: 0, output: expect.stringContaining('log in again') })
  expect(readFileSync(join(other, 'upstream.key'))).toEqual(readFileSync(join(dataDir, 'upstream.key')))

  const upstream = await openUpstreamIn(other)
  const { data } = await ask(upstream, 'GET /v1/article/?pageNo=1&pageSize=20')
  expect(data.total).toBeGreaterThan(0)
  expect(data.records.map(({ title }: { title: string }) => title)).toEqual(
    article.data.records.map(({ title }: { title: string }) => title),
  )
  const picture = await upstream.app.inject('/file/img/0123456789abcdef0123456789abcdef.png')
  expect(picture.body).toBe('a picture')
  expect(await ask(upstream, 'GET /v1/user/devices', { token })).not.toMatchObject({ code: 200 })
  await upstream.close()
})

it('refuses a truncated or altered backup, names the file and restores nothing', async () => {
  using temporary = makeFolder()
  const { backup } = await makeSite(temporary.folder)
  const whole = readContents(backup)
  const upload = join('files', '0123456789abcdef0123456789abcdef.png')
  const flipByte = (name: string) => {
    const bytes = readFileSync(join(backup, name))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(join(backup, name), bytes)
  }
  const damages: [string, () => void, RegExp][] = [
    ['a shorter database', () => truncateSync(join(backup, 'portal.db'), 4096), /portal\.db has 4096 bytes/],
    ['one other bit', () => flipByte('portal.db'), /altered: portal\.db/],
    ['another upload', () => flipByte(upload), /altered: files\//],
    ['a missing upload', () => rmSync(join(backup, upload)), /files\/\S+ is missing/],
    ['another key', () => flipByte('upstream.key'), /altered: upstream\.key/],
    ['another manifest', () => appendFileSync(join(backup, 'manifest.json'), ' '), /manifest was altered/],
    ['no manifest', () => rmSync(join(backup, 'manifest.json')), /no manifest/],
  ]
  const other = join(temporary.folder, 'other')
  for (const [harm, doHarm, words] of damages) {
    doHarm()
    const refusal = await runCommandIn('restore', other, [backup])
    expect([harm, refusal]).toEqual([harm, { exitCode: 1, output: expect.stringMatching(words) }])
    expect(refusal.output.trim().split('\n')).toHaveLength(1)
    for (const [name, content] of Object.entries(whole)) writeFileSync(join(backup, name), content, 'latin1')
  }
  expect(await runCommandIn('restore', other, [backup])).toMatchObject({ exitCode: 0 })
})

it('replaces an existing site only with --replace, and keeps the old one in another folder', async () => {
  using temporary = makeFolder()
  const { dataDir, backup } = await makeSite(temporary.folder)
  await runWithDatabase(dataDir, async ({ db }) => await db.deleteFrom('article_terms').execute())
  writeUpload(dataDir, 'later.png', 'later')
  const before = readContents(dataDir)
  const refused = await runCommandIn('restore', dataDir, [backup])
  expect(refused).toMatchObject({ exitCode: 1, output: expect.stringContaining('--replace') })
  expect(readContents(dataDir)).toEqual(before)

  const { exitCode, output } = await runCommandIn('restore', dataDir, [backup, '--replace'])
  expect(exitCode).toBe(0)
  const aside = /before: (.*)/.exec(output)?.[1] ?? ''
  expect(Object.keys(readContents(aside))).toEqual(Object.keys(before).sort())
  expect(readContents(aside)['files/later.png']).toBe('later')
  // No row names it now, so that the sweep deletes it.
  expect(readContents(dataDir)['files/later.png']).toBe('later')
  const terms = await runWithDatabase(dataDir, ({ db }) => db.selectFrom('article_terms').select('term').execute())
  expect(terms.length).toBeGreaterThan(100)
})

it('issues no certificate number again that was issued after the backup', async () => {
  using temporary = makeFolder()
  const [dataDir, backup] = [join(temporary.folder, 'data'), join(temporary.folder, 'backup')]
  const givenNumbers: string[] = []
  const giveTwo = async (name: string) => {
    const upstream = await openUpstreamIn(dataDir)
    const writer = await createDeskPeople(upstream).person(name, ['certify'])
    for (let count = 0; count < 2; count += 1) {
      givenNumbers.push(
        (await writer.ask('POST /v1/manage/certificates', { category: 'turquoise' })).data.certificateNo,
      )
    }
    await upstream.close()
  }
  await giveTwo('周观澜')
  await runWithDatabase(dataDir, async ({ db }) => {
    // A number that a batch gave back and that is assigned again before the restore.
    const day = String(givenNumbers[0]).slice(2, 10)
    await db
      .insertInto('certificate_free_numbers')
      .values({ day, certificate_no: makeCertificateNo(day, 9) })
      .execute()
  })
  await runCommandIn('backup', dataDir, [backup])
  await giveTwo('吴知微')
  await runCommandIn('restore', dataDir, [backup, '--replace'])
  await giveTwo('郑言')
  expect(givenNumbers).toHaveLength(6)
  expect(new Set(givenNumbers).size).toBe(6)
})

it('rolls back when a part cannot be put in place', async () => {
  using temporary = makeFolder()
  const { dataDir, backup } = await makeSite(temporary.folder)
  writeUpload(dataDir, 'later.png', 'later')
  // A non-empty folder in the place of the key file.
  rmSync(join(dataDir, 'upstream.key'))
  mkdirSync(join(dataDir, 'upstream.key', 'odd'), { recursive: true })
  await runWithDatabase(dataDir, async ({ db }) => await db.deleteFrom('article_terms').execute())
  const listFiles = () => Object.entries(readContents(dataDir)).filter(([name]) => name !== 'portal.db')
  const before = listFiles()
  expect(await runCommandIn('restore', dataDir, [backup, '--replace'])).toMatchObject({ exitCode: 1 })
  expect(listFiles()).toEqual(before)
  const terms = await runWithDatabase(dataDir, ({ db }) => db.selectFrom('article_terms').select('term').execute())
  expect(terms).toEqual([])
})

it('replaces a damaged database', async () => {
  using temporary = makeFolder()
  const { dataDir, backup } = await makeSite(temporary.folder)
  writeFileSync(join(dataDir, 'portal.db'), 'broken '.repeat(1000))
  writeFileSync(join(dataDir, 'portal.db-wal'), 'a log of something else')
  const { exitCode, output } = await runCommandIn('restore', dataDir, [backup, '--replace'])
  expect(exitCode).toBe(0)
  const aside = /before: (.*)/.exec(output)?.[1] ?? ''
  expect(readFileSync(join(aside, 'portal.db-wal'), 'utf8')).toBe('a log of something else')
  const users = await runWithDatabase(dataDir, ({ db }) => db.selectFrom('users').select('id').execute())
  expect(users).toHaveLength(2)
})

it('refuses to replace the site of a running upstream, but not of a killed one', async () => {
  using temporary = makeFolder()
  const { dataDir, backup } = await makeSite(temporary.folder)
  const { NODE_COMPILE_CACHE } = process.env
  const server = fork(join(import.meta.dirname, '../main.ts'), {
    env: { NODE_COMPILE_CACHE, DATA_DIR: dataDir, UPSTREAM_PORT: '0', LOG_LEVEL: 'silent', DEMO_CONTENT: 'off' },
    stdio: 'ignore',
    execArgv: [],
  })
  await once(server, 'message')
  const refused = await runCommandIn('restore', dataDir, [backup, '--replace'])
  expect(refused).toMatchObject({ exitCode: 1, output: expect.stringContaining('is in use: stop the site') })
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(await runCommandIn('restore', dataDir, [backup, '--replace'])).toMatchObject({ exitCode: 0 })
})

it('refuses a backup of a newer version', async () => {
  using temporary = makeFolder()
  const [dataDir, backup, other] = ['data', 'backup', 'other'].map((name) => join(temporary.folder, name)) as [
    string,
    string,
    string,
  ]
  await runWithDatabase(dataDir, async (database) => {
    await migrate(database)
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(database.db)
  })
  expect(await runCommandIn('backup', dataDir, [backup])).toMatchObject({
    output: expect.stringContaining('9999-later'),
  })
  const refused = await runCommandIn('restore', other, [backup])
  expect(refused).toMatchObject({ exitCode: 1, output: expect.stringContaining('newer version') })
})

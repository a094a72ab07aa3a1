import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/open.ts'
import { digestWith } from '#platform/secrets/instance-secret.ts'
import { describeDatabases, type TestDatabase } from '#testing/databases.ts'
import { FIXTURE_CONTENT_DIR } from '#testing/make-upstream.ts'
import { loadContent } from './content-files.ts'
import { DEMO_CONTENT_DIR, seed } from './seed.ts'

const NOW = Date.UTC(2025, 5, 1)
const KEY = Buffer.alloc(32, 7)

describeDatabases('seeding', (make) => {
  let database: TestDatabase
  let opened: OpenDatabase

  beforeEach(async () => {
    database = await make('migrated')
    opened = openDatabase(database.url)
    await migrate(opened)
  })
  afterEach(async () => {
    await opened.close()
    await database.drop()
  })

  const makeFilling = () => ({ db: opened.db, folder: FIXTURE_CONTENT_DIR, digest: digestWith(KEY), now: () => NOW })
  const countArticles = async () => (await opened.db.selectFrom('articles').select('id').execute()).length

  it('fills a database once', async () => {
    expect(await seed(makeFilling())).toBe(true)
    expect(await countArticles()).toBe(11)
    expect(await seed(makeFilling())).toBe(false)
    expect(await countArticles()).toBe(11)
  })

  it('fills a database once when two processes start at the same time', async () => {
    const filled = await Promise.all([1, 2].map(() => seed(makeFilling())))
    expect(filled.sort()).toEqual([false, true])
    expect(await countArticles()).toBe(11)
  })

  it('skips a database with an account', async () => {
    const user = { id: 'a', nickname: 'a', avatar: '', status: 1, created_at: NOW }
    await opened.db.insertInto('users').values(user).execute()
    expect(await seed(makeFilling())).toBe(false)
    expect(await countArticles()).toBe(0)
  })

  it('assigns the articles to an owner without a login', async () => {
    await seed(makeFilling())
    const owner = await opened.db.selectFrom('users').selectAll().executeTakeFirstOrThrow()
    expect(owner).toMatchObject({ id: '1', nickname: '石衡检测', account_name: null, password_hash: null })
  })

  it('runs each migration once when two start at the same time', async () => {
    const second = database.url.startsWith('postgres') ? openDatabase(database.url) : opened
    await Promise.all([migrate(opened), migrate(second)])
    if (second !== opened) await second.close()
    expect(await opened.db.selectFrom('categories').select('id').execute()).toHaveLength(5)
  })
})

describe('content files', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'portal-content-'))
    cpSync(FIXTURE_CONTENT_DIR, folder, { recursive: true })
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const makeHead = (fields: string) =>
    `---\ntitle: t\ncategory: news\npublishedAt: '2025-01-01T00:00:00Z'\n${fields}\n---\n\ntext`

  it.each([
    ['no front matter', '# title', 'no front matter between --- lines'],
    [
      'a wrong category',
      '---\ntitle: t\ncategory: sport\n---\nx',
      'category must be one of news, research, gem, merchandise',
    ],
    ['no date', '---\ntitle: t\ncategory: news\n---\nx', 'publishedAt must be a date'],
    ['an unknown field', makeHead('titel: x'), 'titel is not a field'],
    ['a wrong flag', makeHead('sticky: maybe'), 'sticky must be true or false'],
    ['a missing cover', makeHead('cover: no.svg'), 'cover no.svg is not in pictures'],
    ['a missing picture', `${makeHead('')}\n\n![x](/file/img/no.svg)`, 'picture no.svg is not in pictures'],
    ['broken YAML', '---\ntitle: [\n---\nx', 'news/broken.md'],
  ])('stop the start with file and reason when there is %s', (_title, source, reason) => {
    writeFileSync(join(folder, 'news', 'broken.md'), source)
    expect(() => loadContent(folder)).toThrow(reason)
    expect(() => loadContent(folder)).toThrow('news/broken.md')
  })

  it('of the demo have titles, and texts without scripts', () => {
    const { articles } = loadContent(DEMO_CONTENT_DIR)
    for (const { title, content } of articles) {
      expect(title).not.toBe('')
      expect(content).not.toContain('<script')
    }
  })
})

import { sampleForm } from '@portal/contract/articles/content.ts'
import { PAGE_CATEGORY } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'
import { ask, type Loose } from '../asking.ts'
import { makeWordpress } from '../exports.ts'
import type { TestUpstream } from '../make-upstream.ts'
import { uploadBatchFile } from './batch-uploads.ts'
import { answerNoPictures, makeTurquoise } from './desk-people.ts'

/** Ids and keys of stored rows, by the part of a path before them, or by the name of the member that holds them. */
export type KnownRows = Readonly<Record<string, readonly (string | number)[]>>

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Files that are valid for one upload or another. */
export const VALID_FILES: readonly (readonly [name: string, content: string | Buffer])[] = [
  ['a.png', PIXEL],
  ['b.png', Buffer.concat([PIXEL, Buffer.alloc(1)])],
  ['a.csv', '送检单号,结论\nS-1,绿松石\n'],
  ['a.xml', makeWordpress([{ id: 1 }])],
]

/** Returns the token of a new session of a person. */
type MakeToken = (person: 'user' | 'editor' | 'owner') => Promise<string>

/**
 * Makes one row of each kind that calls of staff work on. Calls may refuse: those before them have changed duties,
 * settings and quotas.
 * @param nth different numbers make different rows
 */
export async function makeRowsOfStaff(
  upstream: TestUpstream,
  makeToken: MakeToken,
  ownerId: string,
  nth: number,
): Promise<void> {
  const askAs = async (person: 'user' | 'editor' | 'owner', call: string, body?: Record<string, unknown>) => {
    const { data } = await ask(upstream, call, {
      token: await makeToken(person),
      from: `10.9.${nth}.1`,
      ...(body && { body }),
    })
    return data as Loose
  }
  const form = { ...sampleForm, title: `绿松石的铁线 ${nth}` }
  const { title, summary, keywords, contentMd } = form
  const article = await askAs('owner', 'POST /v1/manage/articles', { form })
  if (article) await askAs('owner', `PUT /v1/manage/articles/${article.id}`, { version: 1, form, state: 'published' })
  const pageForm = { title, summary, keywords, contentMd }
  const page = await askAs('owner', 'POST /v1/manage/ownPages', { slug: `page-${nth}`, form: pageForm })
  if (page) await askAs('owner', `PUT /v1/manage/ownPages/${page.articleId}`, { version: 1, form: pageForm })
  await askAs('owner', 'POST /v1/manage/topics', { kind: 'tag', name: `标签 ${nth}` })
  await askAs('owner', 'POST /v1/manage/views', { list: 'articles', name: `草稿 ${nth}`, query: 'view=draft' })
  await askAs('user', 'POST /v1/feedback/', { type: 2, title: '重量与实物不符', content: '证书写 12.36 g' })
  await askAs('user', 'POST /v1/comment/', { articleId: article?.id ?? 1, content: `铁线很美 ${nth}` })
  const newest = upstream.db.selectFrom('comments').select('id').orderBy('id', 'desc')
  const comment = await newest.executeTakeFirst()
  if (comment) await askAs('editor', 'POST /v1/comment/report', { id: comment.id, reason: '广告' })
  const authority = { categories: ['turquoise'], validFrom: '2020-01-01', validTo: '2099-12-31' }
  await askAs('owner', 'POST /v1/manage/signatories', { personId: ownerId, title: '工程师', ...authority })
  await makeCertificate()
  await makeOrder()
  const uploads = [
    ['/v1/manage/media', VALID_FILES[0]],
    ['/v1/manage/certificates/imports', VALID_FILES[2]],
    ['/v1/manage/imports', VALID_FILES[3]],
  ] as const
  for (const [path, file] of uploads) {
    const [name, content] = file ?? ['', '']
    await uploadBatchFile(upstream, { token: await makeToken('owner') }, content, name, path)
  }

  /** Announces an order by the fee sheet of the laboratory, which other calls may have changed. */
  async function makeOrder(): Promise<void> {
    const service = { code: 'ID', name: '玉石定名', categories: ['jade'], cents: 12_000, per: 'item', workingDays: 3 }
    const fees = { name: 'orderServices', value: JSON.stringify([service]) }
    await upstream.db
      .insertInto('site_settings')
      .values(fees)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(fees))
      .execute()
    const item = { statedName: '翡翠手镯', category: 'jade', count: 1, serviceCodes: ['ID'], declaredCents: null }
    const ways = { wayIn: 'counter', wayBack: 'counter', collectors: [], priority: 'normal' }
    const customer = { customerName: '林知微', phone: `138 0000 ${1000 + nth}` }
    const ref = `form-number-${10_000_000 + nth}`
    await askAs('user', 'POST /v1/orders', { ...customer, ...ways, items: [item], totalCents: 12_000, ref })
  }

  /** Submits a certificate; every other one is published. */
  async function makeCertificate(): Promise<void> {
    const certificates = '/v1/manage/certificates'
    const created = await askAs('editor', `POST ${certificates}`, { category: 'turquoise' })
    if (!created) return
    const certificate = `${certificates}/${created.certificateNo}`
    const text = makeTurquoise({ testedOn: '2025-03-01' })
    const read = async () => (await askAs('editor', `GET ${certificate}`))?.pendingChange.revision
    await askAs('editor', `PUT ${certificate}`, {
      revision: await read(),
      form: text,
      answers: [answerNoPictures(text)],
    })
    await askAs('editor', `POST ${certificate}/submit`, { revision: await read() })
    const change = (await askAs('owner', `GET ${certificate}`))?.pendingChange
    const seen = { revision: change?.revision, contentHash: change?.contentHash }
    if (nth % 2 === 0) await askAs('owner', `POST ${certificate}/approve`, seen)
  }
}

/** Reads the ids and keys of rows: of rows with numbers the newest. */
export async function readKnownRows(db: Db): Promise<KnownRows> {
  async function read(table: keyof Tables, column = 'id', where = sql`1 = 1`): Promise<(string | number)[]> {
    const query = sql<{ value: string | number }>`
      select ${sql.ref(column)} as value from ${sql.table(table)} where ${where} order by 1 desc limit 4`
    return (await query.execute(db)).rows.map(({ value }) => value)
  }
  const articles = await read('articles', 'id', sql`category_id <> ${PAGE_CATEGORY}`)
  const ownPages = await read('articles', 'id', sql`category_id = ${PAGE_CATEGORY} and slug is not null`)
  const categories = await read('categories', 'id', sql`id <> ${PAGE_CATEGORY}`)
  const tags = await read('tags')
  const people = await read('users')
  const signatories = await read('signatories')
  return {
    articles,
    ownPages,
    articleId: [...articles, ...ownPages],
    categoryId: categories,
    tagList: tags,
    topics: [...tags, ...categories],
    into: [...tags, ...categories],
    tickets: await read('tickets'),
    replies: await read('saved_replies'),
    views: await read('saved_views'),
    media: await read('media', 'id', sql`deleted_at is null`),
    ids: [...(await read('comments')), ...(await read('held_comments')), ...articles],
    comments: await read('comments'),
    imports: await read('certificate_batches'),
    importId: await read('content_imports'),
    signatories,
    orders: await read('orders', 'order_no'),
    samples: await read('order_items', 'sample_no'),
    partners: await read('partners'),
    webhooks: await read('webhook_endpoints'),
    invitations: await read('invitations'),
    users: people,
    toUserId: people,
    fromUserId: people,
    personId: people,
    deputyId: people,
    certificateNo: [
      ...(await read('certificates', 'certificate_no')),
      ...(await read('pending_changes', 'certificate_no')),
    ],
    contentHash: await read('pending_changes', 'content_hash', sql`content_hash is not null`),
    records: await read('certificate_raw_records'),
    sayId: await read('says'),
    id: [...(await read('feedback')), ...(await read('chat_messages')), ...(await read('comments'))],
    roomId: await read('chat_rooms'),
  }
}

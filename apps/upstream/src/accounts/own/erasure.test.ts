import { createHash, randomUUID } from 'node:crypto'
import { CLOSED_NAME, CLOSURE_MS, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { makeNumber } from '@portal/contract/numbers/typed-numbers.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWritingRepository } from '#articles/writing/writing-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { dumpTables, listAccountReferences } from '#testing/account-references.ts'
import { ask } from '#testing/asking.ts'
import { describeDatabases } from '#testing/databases.ts'
import { makeUpstreamOn, type TestUpstream } from '#testing/make-upstream.ts'
import { openFeedbackTicket } from '#tickets/ticket-store.ts'
import { createErasure, REFERRING_COLUMNS } from './erasure.ts'

const PASSWORD = 'the first password'

/** Saves a certificate, shares it, and adds the mail about a change of it. */
async function saveAndShare(db: Db, id: string, at: number): Promise<void> {
  const of = { certificate_no: 'SH20261103001285', version: 1 }
  await db
    .insertInto('saved_certificates')
    .values({ ...of, user_id: id, state: 'valid', saved_at: at })
    .execute()
  await db.insertInto('saved_certificate_mail_opt_outs').values({ user_id: id }).execute()
  const { id: share_id } = await db
    .insertInto('certificate_shares')
    .values({
      ...of,
      user_id: id,
      secret_hash: makeHexId(`${id}t`),
      client: null,
      revoke_hash: null,
      started_at: at,
      ends_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('certificate_share_opens').values({ share_id, day: '2026-11-22', times: 1 }).execute()
  const notice = { ...of, kind: 'correction' as const, newer_no: null, created_at: at, notified_to: id }
  await db
    .insertInto('certificate_notices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
/** Word that every text by the user contains. */
const PERSONAL = 'xylophone'

const makeHexId = (text: string) => createHash('md5').update(text).digest('hex')

describeDatabases('a closed account', (make) => {
  let upstream: TestUpstream
  let clock = Date.UTC(2026, 10, 22, 2)
  let kind: 'sqlite' | 'postgres' = 'sqlite'
  let people = 0

  beforeAll(async () => {
    upstream = await makeUpstreamOn(make, { now: () => clock })
    kind = upstream.config.databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'postgres'
  })
  afterAll(() => upstream.close())

  const sweep = async () => {
    const { db } = upstream
    const now = () => clock
    await createErasure({ db, writing: createWritingRepository({ db, now }), now }).sweep()
  }

  async function signUp(name: string) {
    people += 1
    const email = `${name}${people}@example.test`
    return { ...(await upstream.signUp(email, PASSWORD)), email }
  }

  /** Fills every column that refers to an account, and every text that a member can write. */
  let orders = 1
  async function fillAccount(id: string, peer: string): Promise<{ published: number; draft: number }> {
    const { db } = upstream
    const at = clock
    await db
      .updateTable('users')
      .set({
        nickname: PERSONAL,
        intro: PERSONAL,
        web_site: `https://${PERSONAL}.test`,
        avatar: `/file/img/${PERSONAL}`,
      })
      .set({ address: PERSONAL, bj_cover: `/file/img/${PERSONAL}`, last_login_at: at })
      .where('id', '=', id)
      .execute()
    const { id: other } = await db.selectFrom('articles').select('id').orderBy('id').executeTakeFirstOrThrow()
    const article = (state: number) => ({
      category_id: 32,
      author_id: id,
      title: 'Of stones',
      is_publish: state,
      is_original: 1,
      read_type: 0,
      is_stick: 0,
      is_recommend: 0,
      is_carousel: 0,
      created_at: at,
    })
    const orderNo = makeNumber('order', `20261120${String(orders++).padStart(5, '0')}`)
    await db
      .insertInto('orders')
      .values({
        order_no: orderNo,
        user_id: id,
        customer_name: '委托方',
        phone: PERSONAL,
        email: `${PERSONAL}@example.test`,
        source: 'site',
        way_in: 'counter',
        way_back: 'courier',
        address: PERSONAL,
        collectors: '[]',
        priority: 'normal',
        terms: '',
        state: 'closed',
        total_cents: 0,
        code_hash: '',
        ref_hash: orderNo,
        revision: 1,
        created_at: at,
      })
      .execute()
    await db
      .insertInto('order_items')
      .values({
        sample_no: makeNumber('sample', `${orderNo.slice(2, -1)}001`),
        order_no: orderNo,
        item: 1,
        stated_name: 'Ring',
        category: 'metal',
        count: 1,
        service_codes: '[]',
        work: 'done',
        place: 'person',
        is_held: 0,
        holder_id: id,
        marks: '[]',
        working_days: 1,
        revision: 1,
      })
      .execute()
    await db
      .insertInto('order_pictures')
      .values({
        name: `${orderNo}.jpg`,
        sample_no: makeNumber('sample', `${orderNo.slice(2, -1)}001`),
        sha256: '',
        bytes: 1,
        user_id: id,
        is_used: 1,
        place: 0,
        created_at: at,
      })
      .execute()
    const [published = 0, draft = 0] = (
      await db
        .insertInto('articles')
        .values([article(PUBLISH_STATE.published), article(PUBLISH_STATE.draft)])
        .returning('id')
        .execute()
    ).map((row) => row.id)
    const text = { content: 'stones', content_md: 'stones', plain: 'stones', title_folded: 'stones', folded: 'stones' }
    await db
      .insertInto('article_texts')
      .values([published, draft].map((article_id) => ({ article_id, ...text })))
      .execute()
    const addComment = (user_id: string, parent_id: number | null) =>
      db
        .insertInto('comments')
        .values({
          article_id: other,
          user_id,
          parent_id,
          reply_user_id: user_id,
          content: 'a remark',
          created_at: at,
          browser: user_id === id ? PERSONAL : 'Edge',
          browser_version: '1',
          system: 'Linux',
          system_version: '1',
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const members = { article_id: other, created_at: at, state: 'rejected', reasons: '[]', changed_at: at } as const
    await db
      .insertInto('held_comments')
      .values([
        { ...members, id: 900_001 + at, user_id: id, reply_user_id: peer, content: PERSONAL, browser: PERSONAL },
        { ...members, id: 900_002 + at, user_id: peer, reply_user_id: id, content: 'a remark', changed_by: id },
      ])
      .execute()
    const lone = await addComment(id, null)
    const answered = await addComment(id, null)
    await addComment(peer, answered.id)
    await addComment(id, answered.id)
    await db
      .updateTable('articles')
      .set((eb) => ({
        like_count: eb('like_count', '+', 1),
        collect_count: eb('collect_count', '+', 1),
        comment_count: eb('comment_count', '+', 4),
      }))
      .where('id', '=', other)
      .execute()
    await db.insertInto('article_likes').values({ article_id: other, user_id: id, created_at: at }).execute()
    await db.insertInto('collects').values({ article_id: other, user_id: id, created_at: at }).execute()
    const report = { comment_id: lone.id, user_id: id, reason: PERSONAL, created_at: at }
    await db.insertInto('comment_reports').values(report).execute()
    const reported = { kind: 'comment', title: 'b', state: 'new', allowed_ms: 1, sort_at: at, version: 1 } as const
    const { id: ticketOfComment } = await db
      .insertInto('tickets')
      .values({ ...reported, comment_id: lone.id, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('ticket_comments')
      .values({
        ticket_id: ticketOfComment,
        article_id: other,
        article_title: 'b',
        user_id: id,
        nickname: PERSONAL,
        content: PERSONAL,
      })
      .execute()
    await db
      .insertInto('follows')
      .values([
        { follower_id: id, followed_id: peer, created_at: at },
        { follower_id: peer, followed_id: id, created_at: at },
      ])
      .execute()
    const say = { user_id: id, pictures: null, content: 'a short post', address: PERSONAL, created_at: at }
    await db
      .insertInto('says')
      .values([
        { ...say, id: makeHexId(`${id}1`), is_public: 1 },
        { ...say, id: makeHexId(`${id}0`), is_public: 0, content: PERSONAL },
      ])
      .execute()
    const sayColumns = { say_id: makeHexId(`${id}1`), user_id: id, created_at: at }
    await db.insertInto('say_likes').values(sayColumns).execute()
    await db
      .insertInto('say_comments')
      .values({ ...sayColumns, reply_user_id: id, content: 'a remark' })
      .execute()
    await db
      .insertInto('sign_ins')
      .values({ id: makeHexId(id), user_id: id, day: '2026-11-22', created_at: at })
      .execute()
    const notice = { type: 0, content: PERSONAL, is_read: 0, created_at: at }
    await db
      .insertInto('notices')
      .values([
        { ...notice, id: makeHexId(`${id}a`), user_id: id, actor_id: peer },
        { ...notice, id: makeHexId(`${id}b`), user_id: peer, actor_id: id },
      ])
      .execute()
    const pair = [id, peer].sort().join('-')
    const message = { pair, type: 1, content: 'hello', is_read: 0, is_withdraw: 0, created_at: at }
    await db
      .insertInto('chat_messages')
      .values([
        { ...message, id: makeHexId(`${id}>`), from_user_id: id, to_user_id: peer, idempotency_key: PERSONAL },
        { ...message, id: makeHexId(`${id}<`), from_user_id: peer, to_user_id: id },
      ])
      .execute()
    const room = { pair, active_at: at, created_at: at }
    await db
      .insertInto('chat_rooms')
      .values([
        { ...room, id: makeHexId(`${id}r`), user_id: id, peer_id: peer },
        { ...room, id: makeHexId(`${id}s`), user_id: peer, peer_id: id },
      ])
      .execute()
    await db.insertInto('duties').values({ user_id: id, duty: 'edit', given_by: peer, given_at: at }).execute()
    const passkey = { public_key: 'k', counter: 0, transports: '[]', is_synced: 0, label: PERSONAL, created_at: at }
    await db
      .insertInto('passkeys')
      .values({ ...passkey, id: makeHexId(`${id}k`), user_id: id })
      .execute()
    await db.insertInto('totp_secrets').values({ user_id: id, sealed: 's', last_step: 0, created_at: at }).execute()
    await db.insertInto('proved_networks').values({ user_id: id, network: '10.1.2.0/24', proved_at: at }).execute()
    await db.insertInto('recovery_codes').values({ user_id: id, code_hash: 'h' }).execute()
    const stored = { article_id: other, form: '{}' }
    await db
      .insertInto('article_versions')
      .values({ ...stored, version: people, editor_id: id, created_at: at })
      .execute()
    await db
      .insertInto('article_drafts')
      .values({ ...stored, user_id: id, base_version: 1, saved_at: at })
      .execute()
    await db
      .insertInto('article_locks')
      .values({ article_id: published, user_id: id, since: at, renewed_at: at, typed_at: null, unsaved: 0 })
      .execute()
    await db
      .insertInto('previews')
      .values({ id: makeHexId(`${id}v`), user_id: id, path: '/', notice: '', answers: '[]', ends_at: at })
      .execute()
    const counts = { file_bytes: 1, read_bytes: 1, total: 0, position: 0, started_at: at }
    await db
      .insertInto('content_imports')
      .values({ id: makeHexId(`${id}i`), user_id: id, file: 'a', file_name: 'a.xml', state: 'done', ...counts })
      .execute()
    await db
      .insertInto('article_bulk_jobs')
      .values({
        id: makeHexId(`${id}j`),
        user_id: id,
        action: '{}',
        article_ids: '[]',
        source: '{}',
        total: 0,
        position: 0,
        done: 0,
        skipped: '[]',
        started_at: at,
        finished_at: at,
      })
      .execute()
    await db
      .insertInto('certificate_approvals')
      .values({
        id: makeHexId(`${id}a`),
        user_id: id,
        items: '[]',
        source: '{}',
        total: 0,
        position: 0,
        published: 0,
        refused: '[]',
        started_at: at,
        finished_at: at,
      })
      .execute()
    await db
      .insertInto('article_schedules')
      .values({
        ...stored,
        article_id: published,
        publish_at: at,
        base_version: 1,
        editor_id: id,
        content: '',
        plain: '',
      })
      .execute()
    const ceremony = { session_id: 's', purpose: 'prove' as const, expires_at: at }
    await db
      .insertInto('factor_challenges')
      .values({ ...ceremony, user_id: id, challenge: makeHexId(`${id}c`) })
      .execute()
    const reset = { requested_by: peer, requested_at: at, due_at: at, code_hash: makeHexId(`${id}f`) }
    await db
      .insertInto('factor_resets')
      .values({ ...reset, user_id: id })
      .execute()
    // The name stays reserved, because it is printed on certificates.
    await db.insertInto('staff_names').values({ user_id: id, name: '署名' }).execute()
    await db.insertInto('penalties').values({ user_id: id, reason: PERSONAL, given_at: at, lifted_at: at }).execute()
    const view = { list: 'people' as const, name: PERSONAL, query: `search=${PERSONAL}`, version: 1 }
    const mails = { new_tickets: 'once', due: 1, overdue: 1, comments: 1, daily_at: at } as const
    await db
      .insertInto('staff_mails')
      .values({ user_id: id, ...mails })
      .execute()
    await db
      .insertInto('saved_views')
      .values({ ...view, user_id: id })
      .execute()
    await saveAndShare(db, id, at)
    const days = { valid_from: '2026-01-01', valid_to: '2026-12-31' }
    await db
      .insertInto('signatories')
      .values({ ...days, user_id: id, title: '高级工程师', categories: '["jade"]', version: 1, updated_at: at })
      .execute()
    const certificateNo = `SH${String(people).padStart(14, '0')}`
    const work = { kind: 'first' as const, state: 'submitted' as const, version: 1, revision: 1, changed_at: at }
    const signers = { prepared_by: id, submitted_by: id, reviewed_by: id }
    await db
      .insertInto('pending_changes')
      .values({ ...work, certificate_no: certificateNo, form: '{}', answers: '[]', ...signers })
      .execute()
    await db
      .insertInto('certificate_writers')
      .values({ certificate_no: certificateNo, version: 1, user_id: id })
      .execute()
    const file = { file_name: PERSONAL, file: 'a', file_hash: makeHexId(id), sheets: '[]', choice: '{}', columns: '[]' }
    await db
      .insertInto('certificate_batches')
      .values({ ...file, user_id: id, state: 'ready', share: 1, made_at: at })
      .execute()
    await db
      .insertInto('certificate_batch_fixes')
      .values({
        user_id: id,
        file_hash: makeHexId(id),
        sheet: '',
        line_no: 2,
        member: 'color',
        value: PERSONAL,
        made_at: at,
      })
      .execute()
    await db
      .insertInto('certificate_events')
      .values({ certificate_no: certificateNo, version: 1, step: 'submit', by_id: id, at })
      .execute()
    const print = { certificate_no: certificateNo, version: 1, kind: 'card' as const, has_code: 1 }
    await db
      .insertInto('certificate_prints')
      .values({ ...print, by_id: id, by_name: '周观澜', at })
      .execute()
    const record = { id: randomUUID(), file_name: 'a.csv', kind: 'text' as const, bytes: 1, sha256: '0' }
    const by = { by_id: id, by_name: '周观澜', at }
    await db
      .insertInto('certificate_raw_records')
      .values({ ...record, ...by, certificate_no: certificateNo, version: 1 })
      .execute()
    const mediaFacts = { file: 'a.png', bytes: 1, width: 1, height: 1, pages: null, sha256: '0', revision: 1 }
    const media = { id: randomUUID(), name: 'a', kind: 'picture' as const, alt: '', is_decorative: 0, source: '' }
    const uploaded = { address_name: null, by_id: id, file_by_id: id, at, file_at: at, version: 1, deleted_at: null }
    await db
      .insertInto('media')
      .values({ ...mediaFacts, ...media, ...uploaded })
      .execute()
    await db
      .insertInto('media_files')
      .values({ ...mediaFacts, media_id: media.id, by_id: id, at, replaced_at: at })
      .execute()
    await db
      .insertInto('certificate_confirmations')
      .values({ certificate_no: certificateNo, by_id: id, by_name: id, at })
      .execute()
    await db
      .insertInto('blocks')
      .values([
        { blocker_id: id, blocked_id: peer, created_at: at },
        { blocker_id: peer, blocked_id: id, created_at: at },
      ])
      .execute()
    const feedback = { id: makeHexId(`${id}f`), user_id: id, type: 1, title: PERSONAL, content: PERSONAL, status: 0 }
    await db
      .insertInto('feedback')
      .values({ ...feedback, img_url: null, created_at: at })
      .execute()
    const peerFeedback = {
      ...feedback,
      id: makeHexId(`${peer}${id}f`),
      user_id: peer,
      title: 'a question',
      content: 'why',
    }
    await db
      .insertInto('feedback')
      .values({ ...peerFeedback, img_url: null, created_at: at })
      .execute()
    const answer = { id: makeHexId(`${id}q`), feedback_id: peerFeedback.id, user_id: id, content: 'because' }
    await db
      .insertInto('feedback_answers')
      .values({ ...answer, delivery: 'notice', created_at: at })
      .execute()
    const { id: ticket_id } = await openFeedbackTicket(db, { feedbackId: peerFeedback.id, type: 1, title: 'a', at })
    await db.updateTable('tickets').set({ assignee_id: id }).where('id', '=', ticket_id).execute()
    const entry = { ticket_id, user_id: id, content: 'a remark', created_at: at }
    await db
      .insertInto('ticket_entries')
      .values({ ...entry, kind: 'note' })
      .execute()
    await db
      .insertInto('ticket_pictures')
      .values({ name: `${makeHexId(id)}.webp`, ticket_id, user_id: id, bytes: 1, created_at: at })
      .execute()
    const social = { provider: 'github', provider_user_id: `${PERSONAL}${id}`, user_id: id, created_at: at }
    await db.insertInto('social_accounts').values(social).execute()
    const code = { code_hash: makeHexId(`${id}w`), client_hash: PERSONAL, user_id: id, expires_at: at + CLOSURE_MS * 2 }
    await db.insertInto('wechat_codes').values(code).execute()
    return { published, draft }
  }

  const close = async (token: string, keepsWritings: boolean) => {
    const body = { password: PASSWORD, keepsWritings }
    expect(await ask(upstream, 'POST /v1/user/closure', { token, body })).toMatchObject({ code: 200 })
  }
  const listReferring = (group: keyof typeof REFERRING_COLUMNS) =>
    Object.entries<readonly string[]>(REFERRING_COLUMNS[group]).flatMap(([table, columns]) =>
      columns.map((column) => `${table}.${column}`),
    )
  const readRowsWith = async (name: string, id: string) => {
    const [table = '', column = ''] = name.split('.')
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(upstream.db)
    return rows.length
  }

  it('has an erasure rule for every column that refers to an account', async () => {
    expect([...listReferring('erased'), ...listReferring('kept')].sort()).toEqual(
      await listAccountReferences(upstream.db, kind),
    )
  })

  it('leaves no personal data in any table after seven days', async () => {
    const peer = await signUp('peer')
    const { id, token, email } = await signUp('mine')
    const { published, draft } = await fillAccount(id, peer.id)
    for (const name of [...listReferring('erased'), ...listReferring('kept')]) {
      expect(await readRowsWith(name, id), `a row in ${name} before`).toBeGreaterThan(0)
    }
    await ask(upstream, `GET /oauth/sendEmailCode?email=${email}`, { from: '192.0.2.7' })
    await close(token, true)
    clock += CLOSURE_MS - 1
    await sweep()
    expect(await readRowsWith('articles.author_id', id)).toBe(2)
    clock += 1
    await sweep()

    for (const [table, rows] of await dumpTables(upstream.db)) {
      for (const text of [PERSONAL, email]) {
        expect(
          rows.filter((row) => row.includes(text)),
          `${text} in ${table}`,
        ).toEqual([])
      }
    }
    for (const name of listReferring('erased')) expect(await readRowsWith(name, id), name).toBe(0)
    const { db } = upstream
    expect(await db.selectFrom('articles').select('id').where('author_id', '=', id).execute()).toEqual([
      { id: published },
    ])
    expect(await db.selectFrom('article_texts').select('article_id').where('article_id', '=', draft).execute()).toEqual(
      [],
    )
    const body = { email: peer.email, password: PASSWORD }
    const { data } = await ask(upstream, 'POST /oauth/emailLogin', { from: '192.0.2.6', body })
    const rooms = await ask(upstream, 'GET /v1/im/getRoomList', { token: data.token })
    expect(rooms.data[0]).toMatchObject({ receiveId: id, nickname: CLOSED_NAME })
    const article = await ask(upstream, `GET /v1/article/info?id=${published}`)
    expect(article.data).toMatchObject({ nickname: CLOSED_NAME })
    expect((await ask(upstream, `GET /v1/user/info?userId=${id}`)).data).toBeNull()
  })

  it('loses its publications on request, but not the replies of other users', async () => {
    const peer = await signUp('peer')
    const { id, token } = await signUp('mine')
    const { published } = await fillAccount(id, peer.id)
    const { db } = upstream
    const first = () =>
      db
        .selectFrom('articles')
        .select(['id', 'like_count', 'collect_count', 'comment_count'])
        .orderBy('id')
        .executeTakeFirstOrThrow()
    const before = await first()
    await close(token, false)
    clock += CLOSURE_MS
    await sweep()
    expect(await ask(upstream, `GET /v1/article/info?id=${published}`)).toMatchObject({ code: 500 })
    for (const name of ['articles.author_id', 'says.user_id', 'say_comments.user_id']) {
      expect(await readRowsWith(name, id), name).toBe(0)
    }
    const comments = await db
      .selectFrom('comments')
      .select(['user_id', 'content'])
      .where('article_id', '=', before.id)
      .execute()
    expect(comments.filter(({ user_id }) => user_id === id)).toEqual([
      { user_id: id, content: '该评论已随账号注销删除' },
    ])
    expect(comments.filter(({ user_id }) => user_id === peer.id)).toHaveLength(1)
    // Two of the three own comments are deleted; the one with a reply remains without its text.
    const { id: _id, ...counts } = before
    expect(await first()).toMatchObject({
      like_count: counts.like_count - 1,
      collect_count: counts.collect_count - 1,
      comment_count: counts.comment_count - 2,
    })
  })

  it('frees its address and name for a new account', async () => {
    const { id, token, email } = await signUp('again')
    await close(token, true)
    clock += CLOSURE_MS
    await sweep()
    const newAccount = await upstream.signUp(email, PASSWORD)
    expect(newAccount.id).not.toBe(id)
    expect((await ask(upstream, 'GET /v1/user/info', { token: newAccount.token })).data).toMatchObject({ email })
  })

  it('is kept when its member cancels the closure; otherwise its sessions end', async () => {
    const keptAccount = await signUp('kept')
    await close(keptAccount.token, false)
    const body = { email: keptAccount.email, password: PASSWORD }
    const { token } = (await ask(upstream, 'POST /oauth/emailLogin', { from: '192.0.2.8', body })).data
    await ask(upstream, 'DELETE /v1/user/closure', { token })
    const erasedAccount = await signUp('gone')
    await close(erasedAccount.token, false)
    clock += CLOSURE_MS - 1
    const lateLogin = { email: erasedAccount.email, password: PASSWORD }
    const { token: lateToken } = (await ask(upstream, 'POST /oauth/emailLogin', { from: '192.0.2.9', body: lateLogin }))
      .data
    clock += 1
    await sweep()
    expect((await ask(upstream, `GET /v1/user/info?userId=${keptAccount.id}`)).data).not.toBeNull()
    expect(await ask(upstream, 'DELETE /v1/user/closure', { token: lateToken })).toMatchObject({ code: 401 })
  })

  it('loses conversations whose other account is closed too', async () => {
    const [one, other] = [await signUp('one'), await signUp('other')]
    await fillAccount(one.id, other.id)
    for (const { token } of [one, other]) await close(token, true)
    clock += CLOSURE_MS
    await sweep()
    expect(await readRowsWith('chat_messages.from_user_id', one.id)).toBe(0)
    expect(await readRowsWith('chat_messages.to_user_id', one.id)).toBe(0)
  })
})

import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@portal/contract/constants.ts'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { openDatabase } from '#platform/db/open.ts'
import { describeDatabases } from '#testing/databases.ts'
import { createFolderStore } from './folder-store.ts'
import { createUnusedUploads, NAMING_COLUMNS } from './unused-uploads.ts'

/** Columns that never name an upload: names, times, states, digests, and copies of other columns. */
const NEVER_NAMING = [
  ...['redirects.from_path', 'redirects.actor_id'],
  ...['users.id', 'users.account_name', 'users.email', 'users.nickname', 'users.web_site', 'users.address'],
  ...['users.password_hash', 'users.role', 'sessions.*', 'email_codes.*', 'social_accounts.*', 'oauth_states.*'],
  ...['wechat_codes.*', 'wechat_messages.*', 'categories.name', 'tags.name', 'articles.author_id', 'articles.title'],
  ...['articles.author_name', 'articles.slug', 'articles.keywords', 'articles.original_url', 'article_texts.plain'],
  ...['article_texts.title_folded', 'article_texts.folded', 'article_terms.*', 'article_likes.*', 'article_reads.*'],
  ...['article_codes.*', 'gate_passes.*', 'comments.user_id', 'comments.reply_user_id', 'comments.browser'],
  ...['user_id', 'reply_user_id', 'browser', 'browser_version', 'system', 'system_version', 'state'].map(
    (column) => `held_comments.${column}`,
  ),
  ...['held_comments.reasons', 'held_comments.word', 'held_comments.changed_by'],
  ...['comments.held_reasons', 'comments.held_word'],
  ...['comments.browser_version', 'comments.system', 'comments.system_version', 'comment_reports.*', 'collects.*'],
  ...['follows.*', 'says.id', 'says.user_id', 'says.address', 'say_likes.*', 'say_comments.say_id'],
  ...['say_comments.user_id', 'say_comments.reply_user_id', 'sign_ins.*', 'notices.id', 'notices.user_id'],
  ...['notices.actor_id', 'chat_messages.id', 'chat_messages.pair', 'chat_messages.from_user_id'],
  ...['chat_messages.to_user_id', 'chat_messages.idempotency_key', 'chat_rooms.*', 'navigation_sites.group_name'],
  ...['navigation_sites.name', 'navigation_sites.info', 'feedback.id', 'feedback.user_id', 'feedback.title'],
  ...['feedback.email', 'feedback_answers.id', 'feedback_answers.feedback_id', 'feedback_answers.user_id'],
  ...[
    'feedback_answers.delivery',
    'feedback_answers.ref',
    'tickets.*',
    'feedback.contact_email',
    'ticket_entries.kind',
    'ticket_entries.user_id',
  ],
  ...[
    'ticket_mails.*',
    'ticket_links.*',
    'saved_replies.*',
    'feedback.source',
    'feedback.customer_name',
    'feedback.phone',
  ],
  ...[
    'site_settings.name',
    'site_counters.*',
    'visitors.*',
    'search_terms.*',
    'search_clients.*',
    'daily_counts.*',
    'health_marks.*',
    'blocks.*',
    'certificates.*',
    'instance.*',
    'orders.*',
    'order_counters.*',
    'order_fees.*',
    'order_items.*',
    'order_events.*',
  ],
  ...['article_title', 'user_id', 'nickname', 'reasons'].map((column) => `ticket_comments.${column}`),
  // Certificates only name pictures of `certificate_pictures` and of the demo content.
  ...['certificate_versions.*', 'certificate_imports.*', 'certificate_staging.*', 'certificate_pictures.content_hash'],
  'certificate_pictures.file_name',
  // Pictures of submitted texts are in `certificate_desk_pictures`.
  ...[
    'kind',
    'state',
    'answers',
    'body',
    'content_hash',
    'replaces',
    'reason',
    'return_reason',
    'certificate_no',
    'emptied',
  ].map((column) => `pending_changes.${column}`),
  ...['saved_certificates.*', 'saved_certificate_mail_opt_outs.*', 'certificate_shares.*', 'certificate_share_opens.*'],
  ...['certificate_notices.*', 'jobs.*'],
  ...['pending_changes.prepared_by', 'pending_changes.submitted_by', 'pending_changes.submitted_name'],
  ...['pending_changes.reviewed_by', 'pending_changes.reviewed_name', 'pending_changes.reviewed_hash'],
  ...['certificate_writers.*', 'certificate_events.*', 'certificate_counters.*', 'certificate_desk.*'],
  'certificate_confirmations.*',
  'certificate_mismatches.*',
  'certificate_recoveries.*',
  // The published text of a correction names its pictures.
  ...['certificate_batches.*', 'certificate_batch_fixes.*', 'certificate_batch_warnings.*', 'certificate_batch_rows.*'],
  ...['certificate_conclusions.*', 'certificate_desk_pictures.certificate_no', 'certificate_desk_pictures.sha256'],
  // The row contains the picture itself.
  ...['signature_pictures.*', 'certificate_signatures.*'],
  'certificate_prints.*',
  'certificate_approvals.*',
  ...['partners.*', 'partner_keys.*', 'partner_days.*'],
  // These files have their own folder and sweeper.
  ...['report_pictures.*', 'ticket_pictures.*', 'order_pictures.*', 'certificate_raw_records.*'],
  ...['duties.*', 'passkeys.*', 'totp_secrets.*', 'recovery_codes.*', 'factor_challenges.*', 'audit_log.*'],
  ...['audit_head.*', 'setup_codes.*', 'demo_rows.*', 'site_head.*', 'merged_topics.*', 'site_versions.actor_id'],
  ...['standing_pages.*', 'article_versions.editor_id', 'article_versions.note', 'article_drafts.user_id'],
  // Rendered text of the form in the same row.
  ...['article_schedules.editor_id', 'article_schedules.content', 'article_schedules.plain', 'article_locks.*'],
  'saved_views.*',
  'staff_mails.*',
  ...['content_faults.*', 'external_links.*', 'article_links.*', 'article_bulk_jobs.*'],
  // Its files have their own folder and sweeper.
  ...['content_imports.*', 'imported_texts.*', 'import_results.*'],
  'upload_sizes.*',
  // Deleted after minutes.
  'previews.*',
  ...['id', 'address_name', 'name', 'kind', 'sha256', 'alt', 'source', 'by_id', 'file_by_id'].map(
    (column) => `media.${column}`,
  ),
  // The file is named by its row in the library.
  ...['media_files.media_id', 'media_files.sha256', 'media_files.by_id', 'media_uses.*', 'media_scans.*'],
  'saved_views.*',
  ...['penalties.*', 'invitations.*', 'factor_resets.*', 'signatories.*', 'marks.*'],
  ...[
    'users.signing_name',
    'users.signing_name_folded',
    'users.signing_picture',
    'staff_names.*',
    'proved_networks.*',
    'limit_windows.*',
  ],
  ...['certificate_number_shares.*', 'certificate_free_numbers.*'],
  // Logged texts contain the SHA-256 of pictures instead of their names.
  ...['log_state.*', 'log_entries.*', 'log_records.*', 'log_tiles.*', 'log_backlog.*', 'log_witnesses.*'],
  ...['partner_certificates.*', 'webhook_endpoints.*', 'webhook_sequences.*', 'webhook_events.*', 'webhook_attempts.*'],
]

describeDatabases('unreferenced uploads', (make) => {
  it('are deleted after thirty days; referenced uploads stay', async () => {
    const server = await make('migrated')
    const database = openDatabase(server.url)
    const { db } = database
    await migrate(database)
    const folder = mkdtempSync(join(tmpdir(), 'portal-unused-'))
    const now = () => Date.UTC(2026, 10, 21)
    let files = 0
    const addFile = (ageDays: number, name?: string) => {
      files += 1
      name ??= `${files.toString(16).padStart(32, '0')}.webp`
      writeFileSync(join(folder, name), '')
      const seconds = (now() - ageDays * DAY_MS) / 1000
      utimesSync(join(folder, name), seconds, seconds)
      return name
    }
    const user = { id: '1', nickname: 'a', avatar: '', status: 1, created_at: 0 }
    const avatar = addFile(90)
    await db
      .insertInto('users')
      .values({ ...user, avatar: `/file/img/${avatar}` })
      .execute()
    // More rows than one query reads, with the pictures in the last ones.
    const [first, second] = [addFile(90), addFile(90)]
    const says = Array.from({ length: 450 }, (_, at) => ({
      id: `say${1000 + at}`,
      user_id: '1',
      content: '文',
      address: null,
      is_public: 1,
      created_at: 0,
      pictures: at === 449 ? `/file/img/${first}\nhttps://www.example.cn/file/img/${second}` : null,
    }))
    await db.insertInto('says').values(says).execute()
    const html = addFile(90)
    const comment = { ...{ say_id: 'say1000', user_id: '1', reply_user_id: null, created_at: 0 } }
    const content = `<img src="/file/img/${html}" alt="">`
    await db
      .insertInto('say_comments')
      .values({ ...comment, content })
      .execute()
    const [unused, alsoUnused, young] = [addFile(31), addFile(900), addFile(29)]
    // Widths stay and go with their picture. An article may name only a width.
    const width = addFile(40, avatar.replace('.webp', '-480.webp'))
    const named = addFile(90)
    await db
      .updateTable('users')
      .set({ bj_cover: `/file/img/${named.replace('.webp', '-960.webp')}` })
      .execute()
    addFile(1, unused.replace('.webp', '-1600.webp'))
    addFile(31, `${'f'.repeat(32)}-480.webp`)
    writeFileSync(join(folder, 'by-hand.png'), '')
    utimesSync(join(folder, 'by-hand.png'), 0, 0)

    const sizes = [unused, young].map((file) => ({ file, width: 9, height: 9 }))
    await db.insertInto('upload_sizes').values(sizes).execute()
    const sweeper = createUnusedUploads({ db, uploads: createFolderStore(folder), now })
    await sweeper.sweep()
    expect(readdirSync(folder).sort()).toEqual([avatar, width, named, first, second, html, young, 'by-hand.png'].sort())
    expect([unused, alsoUnused].filter((name) => readdirSync(folder).includes(name))).toEqual([])
    expect(await db.selectFrom('upload_sizes').select('file').execute()).toEqual([{ file: young }])
    rmSync(folder, { recursive: true })
    await database.close()
    await server.drop()
  })
})

it('upload references are searched in every text column that can contain one', async () => {
  const database = openDatabase('sqlite::memory:')
  await migrate(database)
  const { rows } = await sql<{ column: string; table: string }>`select t.name as "table", c.name as "column"
    from sqlite_schema t, pragma_table_info(t.name) c
    where t.type = 'table' and t.name not like 'kysely%' and t.name not like 'sqlite%' and lower(c.type) like '%text%'`.execute(
    database.db,
  )
  const looked = Object.entries(NAMING_COLUMNS).flatMap(([table, { columns }]) =>
    columns.map((one) => `${table}.${one}`),
  )
  const unknown = rows
    .filter(
      ({ table, column }) =>
        ![...looked, ...NEVER_NAMING].some((one) => one === `${table}.${column}` || one === `${table}.*`),
    )
    .map(({ table, column }) => `${table}.${column}`)
  expect(unknown).toEqual([])
  await database.close()
})

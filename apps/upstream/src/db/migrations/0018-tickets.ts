import { DEFAULT_HOURS, workingTime } from '@portal/contract/manage/site/working-time.ts'
import { ANSWER_WORKING_DAYS } from '@portal/contract/manage/ticket-rules.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { DatabaseKind } from '../open.ts'
import { withRowNumber } from './table-builders.ts'

/** Rows that are copied at once. */
const CHUNK = 500

interface OldFeedback {
  id: string
  type: number
  title: string
  status: number
  created_at: number
  first_answer_at: number | null
}

/** Feedback, reports of forgeries and reported comments become tickets. */
export function tickets(kind: DatabaseKind): Migration {
  return {
    async up(db: Kysely<unknown>) {
      await ticketTable(db)
      await conversationTables(db)
      await copyFeedback(db)
      await copyReportedComments(db)
    },
  }

  async function ticketTable({ schema }: Kysely<unknown>) {
    await withRowNumber(kind, schema.createTable('tickets'), 'id')
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('feedback_id', 'text', (column) => column.unique().references('feedback.id').onDelete('cascade'))
      .addColumn('comment_id', 'bigint', (column) => column.unique().references('comments.id').onDelete('set null'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('assignee_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('due_at', 'bigint')
      .addColumn('left_ms', 'bigint')
      .addColumn('allowed_ms', 'bigint', (column) => column.notNull())
      .addColumn('sort_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('first_answer_at', 'bigint')
      .addColumn('first_answer_ms', 'bigint')
      .addColumn('closed_at', 'bigint')
      .addColumn('version', 'integer', (column) => column.notNull())
      .execute()
    for (const [name, columns] of [
      ['tickets_state', ['state', 'sort_at', 'id']],
      ['tickets_kind_state', ['kind', 'state', 'sort_at', 'id']],
      ['tickets_kind', ['kind', 'id']],
      ['tickets_assignee', ['assignee_id', 'state', 'sort_at', 'id']],
      ['tickets_answered', ['first_answer_at']],
    ] as const) {
      await schema
        .createIndex(name)
        .on('tickets')
        .columns([...columns])
        .execute()
    }
  }

  async function conversationTables({ schema }: Kysely<unknown>) {
    await schema.alterTable('feedback_answers').addColumn('ref', 'text').execute()
    await schema.createIndex('feedback_answers_ref').unique().on('feedback_answers').column('ref').execute()
    await schema.createIndex('feedback_user').on('feedback').column('user_id').execute()
    await schema.createIndex('feedback_email').on('feedback').column('email').execute()
    await withRowNumber(kind, schema.createTable('ticket_entries'), 'id')
      .addColumn('ticket_id', 'bigint', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('ticket_entries_ticket').on('ticket_entries').columns(['ticket_id', 'id']).execute()
    await schema.createIndex('ticket_entries_user').on('ticket_entries').column('user_id').execute()
    await withRowNumber(kind, schema.createTable('ticket_mails'), 'id')
      .addColumn('ticket_id', 'bigint', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
      .addColumn('answer_id', 'text', (column) =>
        column.notNull().references('feedback_answers.id').onDelete('cascade'),
      )
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('taken_until', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('ticket_mails_ticket').on('ticket_mails').columns(['ticket_id', 'id']).execute()
    await schema.createIndex('ticket_mails_answer').on('ticket_mails').column('answer_id').execute()
    await schema.createIndex('ticket_mails_state').on('ticket_mails').columns(['state', 'id']).execute()
    await schema
      .createTable('ticket_links')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('ticket_id', 'bigint', (column) => column.notNull().references('tickets.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute()
    await schema.createIndex('ticket_links_ticket').on('ticket_links').column('ticket_id').execute()
    await schema.createIndex('ticket_links_time').on('ticket_links').column('expires_at').execute()
  }
}

const time = workingTime(DEFAULT_HOURS)
const allowedMs = ANSWER_WORKING_DAYS * time.dayMs

async function copyFeedback(db: Kysely<unknown>) {
  for (let last: OldFeedback | undefined; ; ) {
    const after = last
      ? sql`where (created_at, id) > (${last.created_at}, ${last.id})`
      : sql`where created_at is not null`
    const { rows } = await sql<OldFeedback>`select id, type, title, status, created_at,
      (select min(created_at) from feedback_answers where feedback_id = feedback.id) as first_answer_at
      from feedback ${after} order by created_at, id limit ${CHUNK}`.execute(db)
    for (const row of rows) await insertFeedback(db, row)
    last = rows.at(-1)
    if (rows.length < CHUNK) return
  }
}

async function insertFeedback(db: Kysely<unknown>, { id, type, title, status, created_at: at, ...row }: OldFeedback) {
  const firstAnswerAt = row.first_answer_at
  const dueAt = time.after(at, allowedMs)
  const isClosed = status === 1
  const state = isClosed ? 'closed' : firstAnswerAt === null ? 'new' : 'open'
  const answerMs = firstAnswerAt === null ? null : time.between(at, firstAnswerAt)
  const closedAt = isClosed ? (firstAnswerAt ?? at) : null
  await sql`insert into tickets (kind, feedback_id, title, state, due_at, left_ms, allowed_ms, sort_at, created_at,
      first_answer_at, first_answer_ms, closed_at, version)
    values (${type === 3 ? 'forgery' : 'feedback'}, ${id}, ${title}, ${state}, ${isClosed ? null : dueAt},
      ${isClosed ? 0 : null}, ${allowedMs}, ${closedAt ?? dueAt}, ${at}, ${firstAnswerAt}, ${answerMs}, ${closedAt}, 1)`.execute(
    db,
  )
}

async function copyReportedComments(db: Kysely<unknown>) {
  const { rows } = await sql<{ id: number; title: string; reported_at: number }>`
    select comments.id, articles.title, comments.reported_at from comments
    join articles on articles.id = comments.article_id where comments.reported_at is not null
    order by comments.reported_at, comments.id`.execute(db)
  for (const { id, title, reported_at: at } of rows) {
    const dueAt = time.after(at, allowedMs)
    await sql`insert into tickets (kind, comment_id, title, state, due_at, allowed_ms, sort_at, created_at, version)
      values ('comment', ${id}, ${title}, 'new', ${dueAt}, ${allowedMs}, ${dueAt}, ${at}, 1)`.execute(db)
  }
}

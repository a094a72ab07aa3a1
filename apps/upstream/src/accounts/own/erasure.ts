import { CLOSED_NAME, PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { dropUnusedPicture } from '#accounts/people/signing-pictures.ts'
import type { Db } from '#platform/db/open.ts'
import type { Tables } from '#platform/db/tables.ts'

type Trx = Transaction<Tables>

/**
 * Every column that refers to an account, grouped by what an erasure does with its rows. A test compares this with the
 * references of the database.
 */
export const REFERRING_COLUMNS = {
  /** The rows are deleted. */
  erased: {
    sessions: ['user_id'],
    social_accounts: ['user_id'],
    wechat_codes: ['user_id'],
    article_likes: ['user_id'],
    comment_reports: ['user_id'],
    held_comments: ['user_id'],
    ticket_comments: ['user_id'],
    collects: ['user_id'],
    follows: ['follower_id', 'followed_id'],
    say_likes: ['user_id'],
    sign_ins: ['user_id'],
    notices: ['user_id', 'actor_id'],
    chat_rooms: ['user_id'],
    blocks: ['blocker_id', 'blocked_id'],
    feedback: ['user_id'],
    duties: ['user_id'],
    passkeys: ['user_id'],
    totp_secrets: ['user_id'],
    recovery_codes: ['user_id'],
    proved_networks: ['user_id'],
    factor_challenges: ['user_id'],
    article_drafts: ['user_id'],
    article_locks: ['user_id'],
    article_bulk_jobs: ['user_id'],
    content_imports: ['user_id'],
    previews: ['user_id'],
    factor_resets: ['user_id'],
    penalties: ['user_id'],
    saved_views: ['user_id'],
    staff_mails: ['user_id'],
    saved_certificates: ['user_id'],
    saved_certificate_mail_opt_outs: ['user_id'],
    certificate_shares: ['user_id'],
    certificate_batches: ['user_id'],
    certificate_approvals: ['user_id'],
    certificate_batch_fixes: ['user_id'],
  },
  /** The rows stay and show `CLOSED_NAME`. The owner decides whether the account's own writings stay. */
  kept: {
    articles: ['author_id'],
    comments: ['user_id', 'reply_user_id'],
    held_comments: ['reply_user_id', 'changed_by'],
    says: ['user_id'],
    say_comments: ['user_id', 'reply_user_id'],
    // The other user keeps a copy of the conversation.
    chat_messages: ['from_user_id', 'to_user_id'],
    chat_rooms: ['peer_id'],
    // Answers and notes of staff, and the tickets assigned to them.
    feedback_answers: ['user_id'],
    tickets: ['assignee_id'],
    ticket_entries: ['user_id'],
    ticket_pictures: ['user_id'],
    article_versions: ['editor_id'],
    article_schedules: ['editor_id'],
    // Names of people who could sign certificates, and what they did with each certificate, stay on record. No other
    // account may take such a name.
    staff_names: ['user_id'],
    signatories: ['user_id'],
    pending_changes: ['prepared_by', 'submitted_by', 'reviewed_by'],
    certificate_writers: ['user_id'],
    certificate_events: ['by_id'],
    certificate_confirmations: ['by_id'],
    certificate_prints: ['by_id'],
    certificate_raw_records: ['by_id'],
    media: ['by_id', 'file_by_id'],
    media_files: ['by_id'],
    // The contract about samples keeps its name; `eraseContacts` removes the addresses.
    orders: ['user_id'],
    order_items: ['holder_id'],
    order_pictures: ['user_id'],
  },
} as const

/** Text that replaces a comment with replies, because the replies stay. */
const ERASED_COMMENT = '该评论已随账号注销删除'

interface Options {
  db: Db
  /** Deletes an article and everything that belongs to it. */
  writing: { remove(id: number, authorId: string): Promise<unknown> }
  now: () => number
}

/**
 * Erases accounts after the waiting time. Each step may be repeated: after a crash the next sweep continues, because
 * `closes_at` stays until the last step.
 */
export function createErasure({ db, writing, now }: Options) {
  /** Removes the name, addresses and logins. This cannot be undone. */
  async function eraseProfile(id: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const dueAccounts = await trx
        .updateTable('users')
        .set({ status: ACCOUNT_STATUS.closed })
        .where('id', '=', id)
        .where('status', '=', ACCOUNT_STATUS.closing)
        .where('closes_at', '<=', now())
        .returning(['account_name', 'email', 'signing_picture'])
        .executeTakeFirst()
      if (!dueAccounts) return
      const addresses = [dueAccounts.account_name, dueAccounts.email].filter((address) => address !== null)
      if (addresses.length > 0) await trx.deleteFrom('email_codes').where('email', 'in', addresses).execute()
      await trx.updateTable('users').set(makeEmptyProfile(now())).where('id', '=', id).execute()
      if (dueAccounts.signing_picture !== null) await dropUnusedPicture(trx, dueAccounts.signing_picture)
    })
  }

  /**
   * Deletes unpublished articles and older versions in any case. Standing pages stay, and so does `author_name`, which
   * no member can write.
   */
  async function eraseArticles(id: string, keepsWritings: boolean): Promise<void> {
    let ownArticles = db
      .selectFrom('articles')
      .select('id')
      .where('author_id', '=', id)
      .where('category_id', '!=', PAGE_CATEGORY)
    if (keepsWritings) ownArticles = ownArticles.where('is_publish', '!=', PUBLISH_STATE.published)
    for (const article of await ownArticles.execute()) await writing.remove(article.id, id)
    const remainingArticles = db.selectFrom('articles').select('id').where('author_id', '=', id)
    await db
      .deleteFrom('article_versions')
      .where('article_id', 'in', remainingArticles.where('category_id', '!=', PAGE_CATEGORY))
      .execute()
  }

  async function erase(id: string): Promise<void> {
    await eraseProfile(id)
    const closed = await db
      .selectFrom('users')
      .select('keeps_writings')
      .where('id', '=', id)
      .where('status', '=', ACCOUNT_STATUS.closed)
      .executeTakeFirst()
    if (!closed) return
    const keepsWritings = closed.keeps_writings === 1
    await eraseArticles(id, keepsWritings)
    await db.transaction().execute(async (trx) => {
      await eraseComments(trx, id, keepsWritings)
      await erasePosts(trx, id, keepsWritings)
      await eraseCounted(trx, id)
      await eraseMessages(trx, id)
      await eraseContacts(trx, id)
      for (const [table, columns] of Object.entries(REFERRING_COLUMNS.erased)) {
        for (const column of columns) {
          await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(trx)
        }
      }
      await trx.updateTable('users').set({ closes_at: null, keeps_writings: null }).where('id', '=', id).execute()
    })
  }

  return {
    async sweep(): Promise<void> {
      const dueAccounts = await db
        .selectFrom('users')
        .select('id')
        .where('closes_at', '<=', now())
        .where('status', 'in', [ACCOUNT_STATUS.closing, ACCOUNT_STATUS.closed])
        .execute()
      for (const { id } of dueAccounts) await erase(id)
    },
  }
}

/** An account without any data but its id. */
function makeEmptyProfile(at: number) {
  return {
    account_name: null,
    email: null,
    nickname: CLOSED_NAME,
    signing_name: null,
    signing_name_folded: null,
    signing_picture: null,
    avatar: '',
    intro: null,
    web_site: null,
    address: null,
    bj_cover: null,
    password_hash: null,
    role: 'user' as const,
    created_at: at,
    last_login_at: null,
  }
}

/** Removes telephone number and addresses from orders, except while the laboratory has samples to give back. */
async function eraseContacts(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ phone: '', email: null, address: null })
    .where('user_id', '=', id)
    .where('state', 'not in', ['received', 'ready'])
    .execute()
}

async function eraseComments(trx: Trx, id: string, keepsWritings: boolean): Promise<void> {
  const commentedArticles = trx.selectFrom('comments').select('article_id').where('user_id', '=', id)
  // Locks the rows of the articles first, in the same order as a new comment does.
  const articles = await trx
    .updateTable('articles')
    .set((eb) => ({ comment_count: eb.ref('comment_count') }))
    .where('id', 'in', commentedArticles)
    .returning('id')
    .execute()
  const unnamed = { browser: null, browser_version: null, system: null, system_version: null }
  await trx.updateTable('comments').set(unnamed).where('user_id', '=', id).execute()
  if (keepsWritings || articles.length === 0) return
  await trx.deleteFrom('comments').where('user_id', '=', id).where('parent_id', 'is not', null).execute()
  const answered = trx
    .selectFrom('comments as answer')
    .select('answer.parent_id')
    .where('answer.parent_id', 'is not', null)
  await trx
    .updateTable('comments')
    .set({ content: ERASED_COMMENT, reported_at: null })
    .where('user_id', '=', id)
    .where('id', 'in', answered)
    .execute()
  await trx.deleteFrom('comments').where('user_id', '=', id).where('content', '!=', ERASED_COMMENT).execute()
  await trx
    .updateTable('articles')
    .set((eb) => ({
      comment_count: eb
        .selectFrom('comments')
        .select((counted) => counted.fn.countAll<number>().as('n'))
        .whereRef('comments.article_id', '=', 'articles.id'),
    }))
    .where(
      'id',
      'in',
      articles.map((article) => article.id),
    )
    .execute()
}

/** Deletes private short posts in any case, and removes the places from all. */
async function erasePosts(trx: Trx, id: string, keepsWritings: boolean): Promise<void> {
  let postDeletion = trx.deleteFrom('says').where('user_id', '=', id)
  if (keepsWritings) postDeletion = postDeletion.where('is_public', '=', 0)
  await postDeletion.execute()
  await trx.updateTable('says').set({ address: null }).where('user_id', '=', id).execute()
  if (!keepsWritings) await trx.deleteFrom('say_comments').where('user_id', '=', id).execute()
}

/** Removes likes and favourites, which are also counted in the row of the article. */
async function eraseCounted(trx: Trx, id: string): Promise<void> {
  for (const [table, counter] of [
    ['article_likes', 'like_count'],
    ['collects', 'collect_count'],
  ] as const) {
    const countedArticles = trx.selectFrom(table).select('article_id').where('user_id', '=', id)
    await trx
      .updateTable('articles')
      .set((eb) => ({ [counter]: eb(counter, '-', 1) }))
      .where('id', 'in', countedArticles)
      .execute()
    await trx.deleteFrom(table).where('user_id', '=', id).execute()
  }
}

/** Deletes conversations whose two members have left. */
async function eraseMessages(trx: Trx, id: string): Promise<void> {
  const closed = (db: Kysely<Tables>) => db.selectFrom('users').select('id').where('status', '=', ACCOUNT_STATUS.closed)
  await trx
    .deleteFrom('chat_messages')
    .where((eb) => eb.or([eb('from_user_id', '=', id), eb('to_user_id', '=', id)]))
    .where('from_user_id', 'in', closed(trx))
    .where('to_user_id', 'in', closed(trx))
    .execute()
  await trx.updateTable('chat_messages').set({ idempotency_key: null }).where('from_user_id', '=', id).execute()
}

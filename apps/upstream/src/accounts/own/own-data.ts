import { type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/open.ts'

/** One file of the archive that an account's owner downloads: a list of rows, in the order of `key`. */
export interface OwnDataFile {
  name: string
  /** Chinese title in the list of files. */
  about: string
  /** Whether the rows name pictures that the owner has uploaded. */
  isOwn: boolean
  rows: AsyncIterable<Record<string, unknown>>
}

/** Rows per query. A query takes a few milliseconds, because SQLite blocks other requests meanwhile. */
const ROWS = 200
const UTC8_MS = 8 * 60 * 60 * 1000

// biome-ignore lint/suspicious/noExplicitAny: queries of many tables
type AnyQuery = SelectQueryBuilder<any, any, Record<string, unknown>>

/** Formats an instant as ISO 8601 with the time zone of the site. */
function formatIsoTime(instantMs: number): string {
  return new Date(instantMs + UTC8_MS).toISOString().replace('Z', '+08:00')
}

/** Converts instants and flags to values that people can read. */
function toEntry(row: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(row).map(([name, value]) => {
    if (typeof value !== 'number') return [name, value]
    if (name.endsWith('At')) return [name, formatIsoTime(value)]
    if (name.startsWith('is')) return [name, value === 1]
    return [name, value]
  })
  return Object.fromEntries(entries)
}

/** @param key a column that identifies the rows of the query */
async function* readRows(query: AnyQuery, key: string) {
  let last: unknown
  for (;;) {
    const from = last === undefined ? query : query.where(key, '>', last)
    const rows = await from.select(`${key} as key`).orderBy(key).limit(ROWS).execute()
    for (const { key: _key, ...row } of rows) yield toEntry(row)
    if (rows.length < ROWS) return
    last = rows.at(-1)?.key
  }
}

const makeFile = (name: string, description: string, query: unknown, key: string, isOwn = true): OwnDataFile => ({
  name: `${name}.json`,
  about: description,
  isOwn,
  rows: readRows(query as AnyQuery, key),
})

/**
 * Lists everything that is stored about an account except the hash of its password. Other users appear by their
 * displayed names.
 */
export function listOwnDataFiles(db: Db, id: string): OwnDataFile[] {
  return [
    listAccountFiles,
    listWritingFiles,
    listMessageFiles,
    listRelationFiles,
    listNoticeFiles,
    listCertificateFiles,
  ].flatMap((listFiles) => listFiles(db, id))
}

function listAccountFiles(db: Db, id: string): OwnDataFile[] {
  return [
    makeFile(
      'profile',
      '账号与资料',
      db
        .selectFrom('users')
        .select(['id', 'account_name as accountName', 'email', 'nickname', 'signing_name as signingName', 'avatar'])
        .select(['bj_cover as cover', 'intro'])
        .select([
          'web_site as webSite',
          'address',
          'role',
          'created_at as registeredAt',
          'last_login_at as lastLoginAt',
        ])
        .where('id', '=', id),
      'users.id',
    ),
    makeFile(
      'staff-names',
      '任职期间用过的昵称与证书署名',
      db.selectFrom('staff_names').select('name').where('user_id', '=', id),
      'staff_names.name',
    ),
    makeFile(
      'logins',
      '已绑定的第三方登录',
      db
        .selectFrom('social_accounts')
        .select(['provider', 'provider_user_id as providerUserId', 'created_at as boundAt'])
        .where('user_id', '=', id),
      'social_accounts.provider_user_id',
    ),
    makeFile(
      'sessions',
      '登录设备',
      db
        .selectFrom('sessions')
        .select(['device', 'created_at as loggedInAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
        .where('user_id', '=', id),
      'sessions.id',
    ),
  ]
}

function listWritingFiles(db: Db, id: string): OwnDataFile[] {
  return [
    makeFile(
      'articles',
      '文章，含草稿与 Markdown 原文；state：0 已下架，1 已发布，2 待审核，3 草稿',
      db
        .selectFrom('articles')
        .innerJoin('article_texts', 'article_texts.article_id', 'articles.id')
        .innerJoin('categories', 'categories.id', 'articles.category_id')
        .select(['articles.id', 'title', 'summary', 'cover', 'keywords', 'categories.name as category'])
        .select(['is_publish as state', 'is_original as isOriginal', 'original_url as originalUrl'])
        .select(['content_md as markdown', 'quantity as reads', 'like_count as likes', 'comment_count as comments'])
        .select(['articles.created_at as createdAt', 'updated_at as updatedAt', 'submitted_at as submittedAt'])
        .select(['published_at as publishedAt'])
        .where('author_id', '=', id),
      'articles.id',
    ),
    makeFile(
      'comments',
      '评论',
      db
        .selectFrom('comments')
        .innerJoin('articles', 'articles.id', 'comments.article_id')
        .leftJoin('users as answered', 'answered.id', 'comments.reply_user_id')
        .select(['comments.id', 'articles.id as articleId', 'articles.title as articleTitle', 'content'])
        .select(['answered.nickname as answers', 'browser', 'browser_version as browserVersion', 'system'])
        .select(['system_version as systemVersion', 'comments.created_at as createdAt'])
        .where('comments.user_id', '=', id),
      'comments.id',
    ),
    makeFile(
      'held-comments',
      '没有公开的评论；state：waiting 等待审核，rejected 未通过审核，deleted 已由工作人员删除',
      db
        .selectFrom('held_comments')
        .innerJoin('articles', 'articles.id', 'held_comments.article_id')
        .leftJoin('users as answered', 'answered.id', 'held_comments.reply_user_id')
        .select(['held_comments.id', 'articles.id as articleId', 'articles.title as articleTitle', 'content', 'state'])
        .select(['answered.nickname as answers', 'browser', 'browser_version as browserVersion', 'system'])
        .select(['system_version as systemVersion', 'held_comments.created_at as createdAt'])
        .where('held_comments.user_id', '=', id),
      'held_comments.id',
    ),
    makeFile(
      'short-posts',
      '短文',
      db
        .selectFrom('says')
        .select(['content', 'pictures', 'address', 'is_public as isPublic', 'created_at as createdAt'])
        .where('user_id', '=', id),
      'says.id',
    ),
    makeFile(
      'short-post-comments',
      '对短文的评论',
      db
        .selectFrom('say_comments')
        .leftJoin('users as answered', 'answered.id', 'say_comments.reply_user_id')
        .select(['say_id as shortPostId', 'answered.nickname as answers', 'content'])
        .select(['say_comments.created_at as createdAt'])
        .where('say_comments.user_id', '=', id),
      'say_comments.id',
    ),
  ]
}

function listMessageFiles(db: Db, id: string): OwnDataFile[] {
  const messages = db
    .selectFrom('chat_messages')
    .innerJoin('users as sender', 'sender.id', 'chat_messages.from_user_id')
    .innerJoin('users as receiver', 'receiver.id', 'chat_messages.to_user_id')
    .select(['sender.nickname as from', 'receiver.nickname as to', 'content', 'chat_messages.type'])
    .select(['is_read as isRead', 'is_withdraw as isWithdrawn', 'chat_messages.created_at as sentAt'])
  return [
    makeFile('messages-sent', '发出的私信', messages.where('from_user_id', '=', id), 'chat_messages.seq'),
    makeFile('messages-received', '收到的私信', messages.where('to_user_id', '=', id), 'chat_messages.seq', false),
  ]
}

function listRelationFiles(db: Db, id: string): OwnDataFile[] {
  return [
    makeFile(
      'likes',
      '点赞的文章',
      db
        .selectFrom('article_likes')
        .innerJoin('articles', 'articles.id', 'article_likes.article_id')
        .select(['articles.id as articleId', 'title', 'article_likes.created_at as likedAt'])
        .where('user_id', '=', id),
      'article_likes.article_id',
      false,
    ),
    makeFile(
      'short-post-likes',
      '点赞的短文',
      db.selectFrom('say_likes').select(['say_id as shortPostId', 'created_at as likedAt']).where('user_id', '=', id),
      'say_likes.say_id',
      false,
    ),
    makeFile(
      'favourites',
      '收藏的文章',
      db
        .selectFrom('collects')
        .innerJoin('articles', 'articles.id', 'collects.article_id')
        .select(['articles.id as articleId', 'title', 'collects.created_at as savedAt'])
        .where('user_id', '=', id),
      'collects.article_id',
      false,
    ),
    makeFile(
      'follows',
      '关注的人',
      db
        .selectFrom('follows')
        .innerJoin('users', 'users.id', 'follows.followed_id')
        .select(['users.id as userId', 'nickname', 'follows.created_at as followedAt'])
        .where('follower_id', '=', id),
      'follows.followed_id',
      false,
    ),
    makeFile(
      'blocked',
      '屏蔽的人',
      db
        .selectFrom('blocks')
        .innerJoin('users', 'users.id', 'blocks.blocked_id')
        .select(['users.id as userId', 'nickname', 'blocks.created_at as blockedAt'])
        .where('blocker_id', '=', id),
      'blocks.blocked_id',
      false,
    ),
    makeFile(
      'sign-ins',
      '签到',
      db.selectFrom('sign_ins').select(['day', 'created_at as signedInAt']).where('user_id', '=', id),
      'sign_ins.day',
      false,
    ),
  ]
}

function listCertificateFiles(db: Db, id: string): OwnDataFile[] {
  return [
    makeFile(
      'kept-certificates',
      '收存的证书',
      db
        .selectFrom('saved_certificates')
        .select(['certificate_no as certificateNo', 'version', 'saved_at as savedAt'])
        .where('user_id', '=', id),
      'saved_certificates.certificate_no',
      false,
    ),
    makeFile(
      'orders',
      '送检的委托单',
      db
        .selectFrom('orders')
        .select(['order_no as orderNo', 'customer_name as customerName', 'phone', 'email', 'address', 'collectors'])
        .select(['state', 'due_on as dueOn', 'total_cents as totalCents', 'created_at as announcedAt'])
        .where('user_id', '=', id),
      'orders.order_no',
      false,
    ),
    makeFile(
      'order-items',
      '送检的样品',
      db
        .selectFrom('order_items')
        .innerJoin('orders', 'orders.order_no', 'order_items.order_no')
        .select(['order_items.sample_no as sampleNo', 'stated_name as statedName', 'category', 'count', 'care'])
        .select([
          'declared_cents as declaredCents',
          'mass_in_g as massInG',
          'mass_out_g as massOutG',
          'note',
          'outcome',
        ])
        .where('orders.user_id', '=', id),
      'order_items.sample_no',
      false,
    ),
    makeFile(
      'certificate-shares',
      '分享过的证书；链接本身不保存',
      db
        .selectFrom('certificate_shares')
        .select(['certificate_no as certificateNo', 'version', 'started_at as sharedAt', 'ends_at as endsAt'])
        .select(['revoked_at as revokedAt'])
        .where('user_id', '=', id),
      'certificate_shares.id',
      false,
    ),
  ]
}

function listNoticeFiles(db: Db, id: string): OwnDataFile[] {
  return [
    makeFile(
      'notices',
      '收到的通知；type：0 系统，1 评论，2 关注，3 点赞，4 收藏',
      db
        .selectFrom('notices')
        .leftJoin('users', 'users.id', 'notices.actor_id')
        .leftJoin('articles', 'articles.id', 'notices.article_id')
        .select(['notices.type', 'users.nickname as by', 'articles.title as articleTitle', 'content'])
        .select(['is_read as isRead', 'notices.created_at as createdAt'])
        .where('user_id', '=', id),
      'notices.id',
      false,
    ),
    makeFile(
      'feedback',
      '留言与举报；type：1 建议，2 问题，3 举报',
      db
        .selectFrom('feedback')
        .select(['type', 'title', 'content', 'img_url as picture', 'status', 'created_at as sentAt'])
        .select(
          sql<string | null>`(select string_agg(name, ',') from report_pictures where feedback_id = feedback.id)`.as(
            'pictures',
          ),
        )
        .where('user_id', '=', id),
      'feedback.id',
    ),
    makeFile(
      'feedback-replies',
      '留言后的补充',
      db
        .selectFrom('ticket_entries')
        .select(['ticket_id as ticket', 'content', 'created_at as sentAt'])
        .where('kind', '=', 'customer')
        .where('user_id', '=', id),
      'ticket_entries.id',
      false,
    ),
    makeFile(
      'comment-reports',
      '对评论的举报',
      db
        .selectFrom('comment_reports')
        .select(['comment_id as commentId', 'reason', 'created_at as reportedAt'])
        .where('user_id', '=', id),
      'comment_reports.comment_id',
      false,
    ),
  ]
}

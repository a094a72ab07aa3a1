import type { Role } from '#db/tables.ts'
/** A row of a list, with the names it has inside. */
export interface ArticleSummary {
  id: number
  title: string
  summary: string | null
  cover: string | null
  categoryId: number
  categoryName: string
  authorId: string
  /** As printed; else the account's nickname. */
  authorName: string
  authorRole: Role
  /** `PUBLISH_STATE` of the contract. */
  isPublish: number
  isStick: number
  isOriginal: number
  quantity: number
  likeCount: number
  commentCount: number
  collectCount: number
  linkUrl: string | null
  createdAt: number
}

/** Of `articles` joined with `categories` and `users`. */
export const SUMMARY_COLUMNS = [
  'articles.id',
  'articles.title',
  'articles.summary',
  'articles.cover',
  'articles.category_id',
  'categories.name as category_name',
  'articles.author_id',
  'articles.author_name',
  'users.nickname as author_nickname',
  'users.role as author_role',
  'articles.is_publish',
  'articles.is_stick',
  'articles.is_original',
  'articles.quantity',
  'articles.like_count',
  'articles.comment_count',
  'articles.collect_count',
  'articles.link_url',
  'articles.created_at',
] as const

interface SummaryRow {
  id: number
  title: string
  summary: string | null
  cover: string | null
  category_id: number
  category_name: string
  author_id: string
  author_name: string | null
  author_nickname: string
  author_role: Role
  is_publish: number
  is_stick: number
  is_original: number
  quantity: number
  like_count: number
  comment_count: number
  collect_count: number
  link_url: string | null
  created_at: number
}

export function toSummary(row: SummaryRow): ArticleSummary {
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    cover: row.cover,
    categoryId: row.category_id,
    categoryName: row.category_name,
    authorId: row.author_id,
    authorName: row.author_name ?? row.author_nickname,
    authorRole: row.author_role,
    isPublish: row.is_publish,
    isStick: row.is_stick,
    isOriginal: row.is_original,
    quantity: row.quantity,
    likeCount: row.like_count,
    commentCount: row.comment_count,
    collectCount: row.collect_count,
    linkUrl: row.link_url,
    createdAt: row.created_at,
  }
}

import { standingPath } from '#domain/standing-pages/standing-path.ts'
import type { WireDate } from '#lib/format.ts'

/** What lists show of an article. */
export interface ArticleSummary {
  id: number
  /** 0 when the row does not say. */
  categoryId: number
  title: string
  summary: string
  /** Address of the cover picture; `null` for an article that has none. */
  coverUrl: string | null
  publishedAt: WireDate
  reads: number | null
  likes: number | null
  comments: number | null
  /** Names only, in the order of the article. */
  tags: readonly string[]
  isSticky: boolean
  target: ArticleTarget
}

/** Where a link to an article leads. */
export interface ArticleTarget {
  to: string
  /** On another site: opens in a new tab. */
  isExternal: boolean
}

/** A row of any article list as the contract describes it, as far as it is read here. */
export interface ArticleRow {
  id: number
  title: string
  categoryId?: string | number | null
  summary?: string | null
  /** Wire name; it is the cover picture. */
  avatar?: string | null
  createTime?: WireDate
  quantity?: number | null
  likeCount?: number | null
  commentCount?: number | null
  tagList?: readonly { name: string }[] | null
  isStick?: number | null
  isLinkFlag?: boolean | number | null
  linkUrl?: string | null
}

/** Category whose articles live under `/news-article`, id as upstream gives it. */
const NEWS = 32

/** The row without what no list shows, so that pages carry no more than they need. */
export function toArticleSummary(row: ArticleRow): ArticleSummary {
  return {
    id: row.id,
    categoryId: Number(row.categoryId ?? 0) || 0,
    title: row.title,
    summary: row.summary ?? '',
    coverUrl: row.avatar || null,
    publishedAt: row.createTime ?? null,
    reads: row.quantity ?? null,
    likes: row.likeCount ?? null,
    comments: row.commentCount ?? null,
    tags: (row.tagList ?? []).map(({ name }) => name),
    isSticky: row.isStick === 1,
    target: articleTarget(row),
  }
}

/** What decides where an article's link leads. The title may hold the marks of a search. */
export type LinkedRow = Pick<ArticleRow, 'id' | 'title' | 'categoryId' | 'isLinkFlag' | 'linkUrl'>

/** The specification's rule for links to articles (section 4.2 of the search): linked ones outside, news apart. */
export function articleTarget(row: LinkedRow): ArticleTarget {
  const elsewhere = externalAddress(row)
  return elsewhere ? { to: elsewhere, isExternal: true } : { to: articlePath(row), isExternal: false }
}

interface PathParts {
  id: number
  title: string
  categoryId?: string | number | null | undefined
}

/**
 * Path of the article's own page, or of the standing page whose text it is; wire ids of categories come as number or
 * string.
 */
export function articlePath({ id, categoryId, title }: PathParts): string {
  const standing = standingPath(title, categoryId)
  if (standing) return standing
  return Number(categoryId) === NEWS ? `/news-article/${id}` : `/article/${id}`
}

/** Where an article lives when that is on another site; `null` for ours, and for an address that is no web address. */
export function externalAddress({ isLinkFlag, linkUrl }: Pick<ArticleRow, 'isLinkFlag' | 'linkUrl'>): string | null {
  const isLinked = isLinkFlag === true || isLinkFlag === 1
  return isLinked && linkUrl && /^https?:\/\//i.test(linkUrl) ? linkUrl : null
}

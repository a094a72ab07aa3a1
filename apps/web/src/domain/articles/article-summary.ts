import { getStandingPath } from '#domain/standing-pages/standing-path.ts'
import type { WireDate } from '#lib/format.ts'

/** The data of an article that lists show. */
export interface ArticleSummary {
  id: number
  /** 0 when unknown. */
  categoryId: number
  title: string
  summary: string
  coverUrl: string | null
  /** Smaller widths of the cover, as `srcset`; none for a small picture. */
  coverSet?: string | undefined
  publishedAt: WireDate
  reads: number | null
  likes: number | null
  comments: number | null
  /** Names of the tags, in the order of the article. */
  tags: readonly string[]
  isSticky: boolean
  target: ArticleTarget
}

/** Target of a link to an article. */
export interface ArticleTarget {
  to: string
  /** The article is on another site, and the link opens in a new tab. */
  isExternal: boolean
}

/** Members of a row of any article list that are read here. */
export interface ArticleRow {
  id: number
  title: string
  categoryId?: string | number | null
  summary?: string | null
  /** Wire name; it is the cover picture. */
  avatar?: string | null
  srcSet?: string | null
  createTime?: WireDate
  quantity?: number | null
  likeCount?: number | null
  commentCount?: number | null
  tagList?: readonly { name: string }[] | null
  isStick?: number | null
  isLinkFlag?: boolean | number | null
  linkUrl?: string | null
  slug?: string | null
}

/** Id of the category whose articles are under `/news-article`. */
const NEWS = 32

/** Copies only the members that lists show, to keep pages small. */
export function toArticleSummary(row: ArticleRow): ArticleSummary {
  return {
    id: row.id,
    categoryId: Number(row.categoryId ?? 0) || 0,
    title: row.title,
    summary: row.summary ?? '',
    coverUrl: row.avatar || null,
    coverSet: row.srcSet ?? undefined,
    publishedAt: row.createTime ?? null,
    reads: row.quantity ?? null,
    likes: row.likeCount ?? null,
    comments: row.commentCount ?? null,
    tags: (row.tagList ?? []).map(({ name }) => name),
    isSticky: row.isStick === 1,
    target: toArticleTarget(row),
  }
}

/** The title may contain search highlights. */
export type LinkedRow = Pick<ArticleRow, 'id' | 'title' | 'categoryId' | 'isLinkFlag' | 'linkUrl' | 'slug'>

/** Builds the link of an article according to the specification. */
export function toArticleTarget(row: LinkedRow): ArticleTarget {
  const elsewhere = getExternalAddress(row)
  return elsewhere ? { to: elsewhere, isExternal: true } : { to: toArticlePath(row), isExternal: false }
}

type Addressed = Pick<ArticleRow, 'id' | 'title' | 'categoryId' | 'slug'>

/** Path of the article's page, or of the page whose text it is. Category ids are numbers or strings. */
export function toArticlePath({ id, categoryId, title, slug }: Addressed): string {
  const standing = getStandingPath(title, categoryId, slug)
  if (standing) return standing
  if (slug) return `/article/${slug}`
  return Number(categoryId) === NEWS ? `/news-article/${id}` : `/article/${id}`
}

/** Address of an article on another site; `null` for other articles, and for addresses that are not http(s). */
export function getExternalAddress({ isLinkFlag, linkUrl }: Pick<ArticleRow, 'isLinkFlag' | 'linkUrl'>): string | null {
  const isLinked = isLinkFlag === true || isLinkFlag === 1
  return isLinked && linkUrl && /^https?:\/\//i.test(linkUrl) ? linkUrl : null
}

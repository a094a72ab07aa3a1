import type { ArchiveMonth, ArticleInfo, ArticleListItem, Tag } from '@portal/contract/articles/articles.ts'
import { READ_TYPE } from '@portal/contract/constants.ts'
import { toRelativeText } from '@portal/contract/relative-time.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { isStaff } from '#accounts/profiles/user-info.ts'
import { makeExcerptHtml } from '#platform/text/excerpt.ts'
import type { ArticleDetail, ArticleSummary, ArticleTag } from './article-repository.ts'

/** Converts rows to the names and date forms of the wire. */

export function toWireTag({ id, name, sort, createdAt }: ArticleTag): Tag {
  return { id, name, sort, clickVolume: 0, createTime: toWireDateTime(createdAt), updateTime: null }
}

export function toListItem(article: ArticleSummary, tags: readonly ArticleTag[], nowMs: number): ArticleListItem {
  return {
    id: article.id,
    title: article.title,
    avatar: article.cover,
    ...(article.coverSet && { srcSet: article.coverSet }),
    summary: article.summary,
    content: null,
    isStick: article.isStick,
    isOriginal: article.isOriginal,
    isPublish: null,
    quantity: article.quantity,
    commentCount: article.commentCount,
    likeCount: article.likeCount,
    collectCount: 0,
    isCollect: null,
    commentContent: null,
    categoryName: article.categoryName,
    // A string in lists and a number everywhere else.
    categoryId: String(article.categoryId),
    createTime: toWireDateTime(article.createdAt),
    formatCreateTime: toRelativeText(article.createdAt, nowMs),
    tagList: tags.map(toWireTag),
    isLinkFlag: article.linkUrl !== null,
    linkUrl: article.linkUrl,
    ...(article.pageKey && { pageKey: article.pageKey }),
    ...(article.slug && { slug: article.slug }),
    nickname: article.authorName,
    userId: article.authorId,
  }
}

/**
 * Converts a row of the caller's own lists. It has the state and the beginning of the text, where other upstreams send
 * all of it.
 */
export function toOwnListItem(
  article: ArticleSummary,
  tags: readonly ArticleTag[],
  plain: string,
  nowMs: number,
): ArticleListItem {
  const item = toListItem(article, tags, nowMs)
  return { ...item, collectCount: article.collectCount, isPublish: article.isPublish, content: makeExcerptHtml(plain) }
}

export interface Reader {
  isLike: boolean
  isCollect: boolean
  /** Whether the caller follows the writer. */
  isFollowed: boolean
  /** Whether the caller has met the condition of the article's gate. */
  hasPassed: boolean
}

/** Converts an article. A closed gate hides the source and all but the beginning of the text. */
export function toArticleInfo(article: ArticleDetail, tags: readonly ArticleTag[], reader: Reader): ArticleInfo {
  const isOpen = article.readType === READ_TYPE.open || reader.hasPassed
  return {
    id: article.id,
    userId: article.authorId,
    username: article.authorName,
    nickname: article.authorName,
    isStaff: isStaff(article.authorRole),
    title: article.title,
    content: isOpen ? article.content : makeExcerptHtml(article.plain),
    contentMd: isOpen ? article.contentMd : null,
    avatar: article.cover,
    summary: article.summary,
    isStick: article.isStick,
    isPublish: article.isPublish,
    isOriginal: article.isOriginal,
    originalUrl: article.originalUrl,
    keywords: article.keywords,
    readType: article.readType,
    quantity: article.quantity,
    likeCount: article.likeCount,
    commentCount: article.commentCount,
    collectCount: article.collectCount,
    createTime: article.createdAt,
    updateTime: article.updatedAt,
    tagList: tags.map(toWireTag),
    category: {
      id: article.categoryId,
      name: article.categoryName,
      clickVolume: null,
      sort: null,
      icon: null,
      createTime: null,
      updateTime: null,
    },
    isLike: reader.isLike,
    isCollect: Number(reader.isCollect),
    isFollowed: Number(reader.isFollowed),
    activeReadType: reader.hasPassed,
    isLinkFlag: article.linkUrl !== null,
    linkUrl: article.linkUrl,
    ...(article.slug && { slug: article.slug }),
  }
}

/** Groups rows that come newest first by their month in UTC+8. */
export function toArchive(
  rows: readonly { id: number; title: string; slug: string | null; createdAt: number }[],
): ArchiveMonth[] {
  const months = new Map<string, ArchiveMonth>()
  for (const { id, title, slug, createdAt } of rows) {
    const date = toWireDateTime(createdAt)
    const [time, formatTime] = [date.slice(0, 7), date.slice(5, 10)]
    const month = months.get(time) ?? { time, list: [] }
    month.list.push({ id, title, ...(slug && { slug }), time, formatTime })
    months.set(time, month)
  }
  return [...months.values()]
}

import type { ArticleInfo } from '@portal/contract/articles.ts'
import { CATEGORY, PAGE_CATEGORY, PUBLISH_STATE, READ_TYPE } from '@portal/contract/constants.ts'
import { readFlag } from '@portal/contract/lists.ts'
import { articlePath, externalAddress } from '#domain/articles/article-summary.ts'
import { type GemSheet, readGemSheet } from '#domain/gems/gem-sheet.ts'
import type { WireDate } from '#lib/format.ts'
import { asSafeHtml, toPlainText } from '#lib/html/safe-html.ts'
import { CATEGORY_NAMES } from './list/category-names.ts'
import { type OutlineHeading, outlineOf } from './outline.ts'
import { type ReadingTime, readingTimeOf } from './reading-time.ts'

/** What unlocks the whole text. */
export type Gate = 'comment' | 'like' | 'code'

/** An article as shown; leaves out the rest of the answer, above all its Markdown source. */
export interface ArticleView {
  id: number
  title: string
  /** Canonical path. */
  path: string
  category: { id: number; name: string; to: string }
  tags: readonly { id: number; name: string; to: string }[]
  /** For search engines, and shown for articles on another site. */
  summary: string
  /** HTML that the BFF has sanitised. */
  content: string
  outline: readonly OutlineHeading[]
  /** `null` while the text is cut or on another site. */
  readingTime: ReadingTime | null
  coverUrl: string | null
  author: string | null
  /** Author's user id. */
  authorId: string | null
  isStaff: boolean
  publishedAt: WireDate
  reads: number | null
  /** Number of comments and replies; `null` when unknown. */
  comments: number | null
  likes: number
  isLiked: boolean
  /** Number of users with it among their favourites. */
  favourites: number
  /** Whether this user has. */
  isKept: boolean
  gate: Gate | null
  /** `PUBLISH_STATE` of the contract; author and editors see unpublished articles too. */
  publishState: number
  /** Editors may unpublish it, unless it is the text of a standing page. */
  isShelved: boolean
  /** `null` for an original; the source's address may be missing. */
  repost: { sourceUrl: string | null } | null
  /** Address of an article on another site. */
  elsewhereUrl: string | null
  /** Measured values of a gem, when its first table has them. */
  gem: GemSheet | null
}

const GATES: Readonly<Record<number, Gate>> = {
  [READ_TYPE.comment]: 'comment',
  [READ_TYPE.like]: 'like',
  [READ_TYPE.code]: 'code',
}

/** Two categories have pages of their own; the others have lists. */
const CATEGORY_PAGES: Readonly<Record<number, string>> = {
  [CATEGORY.gem]: '/gem',
  [CATEGORY.merchandise]: '/surrounding',
}

/** Length of a description taken from the text, in characters. */
const DESCRIPTION_LENGTH = 80

export function toArticleView(article: ArticleInfo): ArticleView {
  const content = asSafeHtml(article.content)
  const text = toPlainText(content).replace(/\s+/g, ' ')
  const gate = gateOf(article)
  const elsewhereUrl = externalAddress(article)
  const isWhole = gate === null && elsewhereUrl === null
  const categoryId = article.category?.id ?? CATEGORY.news
  const publishState = article.isPublish ?? PUBLISH_STATE.published
  return {
    id: article.id,
    title: article.title,
    path: articlePath({ id: article.id, categoryId: article.category?.id, title: article.title }),
    category: {
      id: categoryId,
      name: CATEGORY_NAMES[categoryId] ?? article.category?.name ?? '文章',
      to: CATEGORY_PAGES[categoryId] ?? `/tags?categoryId=${categoryId}`,
    },
    tags: (article.tagList ?? []).map(({ id, name }) => ({
      id,
      name,
      to: `/tags?categoryId=${categoryId}&tagId=${id}`,
    })),
    summary: article.summary || text.slice(0, DESCRIPTION_LENGTH),
    content,
    outline: isWhole ? outlineOf(content) : [],
    readingTime: isWhole && text !== '' ? readingTimeOf(text) : null,
    coverUrl: article.avatar || null,
    author: article.nickname || article.username || null,
    authorId: article.userId ?? null,
    isStaff: article.isStaff === true,
    publishedAt: article.createTime ?? null,
    reads: article.quantity ?? null,
    comments: article.commentCount ?? null,
    likes: article.likeCount ?? 0,
    isLiked: readFlag(article.isLike),
    favourites: article.collectCount ?? 0,
    isKept: (article.isCollect ?? 0) > 0,
    gate,
    publishState,
    isShelved: publishState === PUBLISH_STATE.published && categoryId !== PAGE_CATEGORY,
    repost: article.isOriginal === 0 ? { sourceUrl: webAddress(article.originalUrl) } : null,
    elsewhereUrl,
    gem: isWhole && categoryId === CATEGORY.gem ? readGemSheet(content) : null,
  }
}

function gateOf({ readType, activeReadType }: ArticleInfo): Gate | null {
  return activeReadType ? null : (GATES[readType ?? READ_TYPE.open] ?? null)
}

function webAddress(address: string | null | undefined): string | null {
  return address && /^https?:\/\//i.test(address) ? address : null
}

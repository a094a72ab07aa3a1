import type { ArticleInfo, ArticleNeighbour } from '@portal/contract/articles/articles.ts'
import type { ExtraFor } from '@portal/contract/calls.ts'
import { CATEGORY, PAGE_CATEGORY, PUBLISH_STATE, READ_TYPE } from '@portal/contract/constants.ts'
import { readFlag } from '@portal/contract/lists.ts'
import { getExternalAddress, toArticlePath } from '#domain/articles/article-summary.ts'
import { readGemSheet } from '#domain/gems/gem-sheet.ts'
import { asSafeHtml, type SafeHtml, toPlainText } from '#lib/html/safe-html.ts'
import { CATEGORY_NAMES } from './list/list-address.ts'

/** Action that unlocks the whole text. */
export type Gate = 'comment' | 'like' | 'code'

export type ArticleView = ReturnType<typeof toArticleView>

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

/** Converts an article for display; leaves out the rest of the answer, above all its Markdown source. */
export function toArticleView(article: ArticleInfo) {
  const content = asSafeHtml(article.content)
  const text = toPlainText(content).replace(/\s+/g, ' ')
  const gate = getGate(article)
  const elsewhereUrl = getExternalAddress(article)
  const isWhole = gate === null && elsewhereUrl === null
  const categoryId: number = article.category?.id ?? CATEGORY.news
  const publishState: number = article.isPublish ?? PUBLISH_STATE.published
  return {
    id: article.id,
    title: article.title,
    /** Canonical path. */
    path: toArticlePath({ ...article, categoryId: article.category?.id ?? null }),
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
    /** Summary for search engines, also shown for articles on another site. */
    summary: article.summary || text.slice(0, DESCRIPTION_LENGTH),
    /** HTML that the BFF has sanitised. */
    content,
    outline: isWhole ? listOutlineHeadings(content) : [],
    /** `null` while the text is cut, and for an article on another site. */
    readingTime: isWhole && text !== '' ? estimateReadingTime(text) : null,
    coverUrl: article.avatar || null,
    author: article.nickname || article.username || null,
    /** Author's user id. */
    authorId: article.userId ?? null,
    isStaff: article.isStaff === true,
    publishedAt: article.createTime ?? null,
    reads: article.quantity ?? null,
    /** Number of comments and replies; `null` when unknown. */
    comments: article.commentCount ?? null,
    likes: article.likeCount ?? 0,
    isLiked: readFlag(article.isLike),
    /** Number of users who have added the article to their favourites. */
    favourites: article.collectCount ?? 0,
    /** Whether it is one of this user's favourites. */
    isFavourite: (article.isCollect ?? 0) > 0,
    gate,
    /** `PUBLISH_STATE` of the contract; author and editors see unpublished articles too. */
    publishState,
    /** Whether editors may unpublish it; the text of a standing page must stay published. */
    isShelved: publishState === PUBLISH_STATE.published && categoryId !== PAGE_CATEGORY,
    /** Source of a repost, whose address may be missing; `null` for an original. */
    repost: article.isOriginal === 0 ? { sourceUrl: toWebAddress(article.originalUrl) } : null,
    /** Address of an article on another site. */
    elsewhereUrl,
    /** Measured values of a gem, when its first table has them. */
    gem: isWhole && categoryId === CATEGORY.gem ? readGemSheet(content) : null,
  }
}

function getGate({ readType, activeReadType }: ArticleInfo): Gate | null {
  return activeReadType ? null : (GATES[readType ?? READ_TYPE.open] ?? null)
}

function toWebAddress(address: string | null | undefined): string | null {
  return address && /^https?:\/\//i.test(address) ? address : null
}

export interface OutlineHeading {
  /** The element's id in the HTML. */
  id: string
  level: 2 | 3
  text: string
}

const HEADING = /<h(?<level>[23])\b(?<attributes>[^>]*)>(?<inner>.*?)<\/h\k<level>>/gs
const ID = /\bid="(?<id>[^"]+)"/

/** Second- and third-level headings in order, without those that lack id or text. */
export function listOutlineHeadings(html: SafeHtml): OutlineHeading[] {
  return [...html.matchAll(HEADING)].flatMap(({ groups }) => {
    const id = ID.exec(groups?.attributes ?? '')?.groups?.id
    const text = toPlainText(asSafeHtml(groups?.inner))
    return id && text ? [{ id, level: groups?.level === '3' ? 3 : 2, text }] : []
  })
}

/**
 * Reading speed for Chinese prose with figures and tables, read silently; the design's sample is 2,400 characters in 7
 * minutes.
 */
const CHARACTERS_PER_MINUTE = 350
/** Matches the units that a reader takes in as one: an ideograph, a word or a number. */
const READING_UNIT = /\p{Script=Han}|[\p{L}\p{N}]+(?:[.\-–/][\p{L}\p{N}]+)*/gu
/** Separates ideographs, which a run of letters would otherwise include. */
const HAN = /(\p{Script=Han})/gu

/** Approximate length of an article: Chinese characters and Latin words, rounded, and at least one minute. */
export function estimateReadingTime(text: string) {
  const exact = text.replace(HAN, ' $1 ').match(READING_UNIT)?.length ?? 0
  const step = exact >= 1000 ? 100 : 10
  return {
    characters: exact < step ? exact : Math.round(exact / step) * step,
    minutes: Math.max(1, Math.round(exact / CHARACTERS_PER_MINUTE)),
  }
}

/** Articles to read next; empty with an upstream that does not send them. */
export type ArticleAround = ReturnType<typeof toAround>

const MOST_RELATED = 4

export function toAround({ previous, next, related }: ExtraFor<'GET /v1/article/info'>) {
  return {
    previous: previous ? toLink(previous) : null,
    next: next ? toLink(next) : null,
    // Leaves out articles that are already linked above.
    related: (related ?? [])
      .filter(({ id }) => id !== previous?.id && id !== next?.id)
      .slice(0, MOST_RELATED)
      .map(toLink),
  }
}

function toLink(neighbour: ArticleNeighbour) {
  const { id, title } = neighbour
  return { id, title, to: toArticlePath(neighbour) }
}

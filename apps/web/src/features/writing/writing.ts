import type { ArticleForm } from '@portal/contract/article-writing.ts'
import type { PUBLISH_STATE } from '@portal/contract/constants.ts'

/** An article as it is being written. */
export interface Writing {
  title: string
  summary: string
  /** Empty for none. */
  coverUrl: string
  keywords: string
  /** `null` until one is chosen. */
  categoryId: number | null
  tagIds: readonly number[]
  isOriginal: boolean
  /** Of a repost. */
  originalUrl: string
  contentMd: string
}

/** State of an article that is stored already. */
export type PublishState = (typeof PUBLISH_STATE)[keyof typeof PUBLISH_STATE]

export const BLANK: Writing = {
  title: '',
  summary: '',
  coverUrl: '',
  keywords: '',
  categoryId: null,
  tagIds: [],
  isOriginal: true,
  originalUrl: '',
  contentMd: '',
}

export function toWriting(form: ArticleForm): Writing {
  return {
    title: form.title,
    summary: form.summary ?? '',
    coverUrl: form.avatar ?? '',
    keywords: form.keywords ?? '',
    categoryId: form.categoryId,
    tagIds: form.tagList ?? [],
    isOriginal: form.isOriginal !== 0,
    originalUrl: form.originalUrl ?? '',
    contentMd: form.contentMd,
  }
}

/** What is sent. HTML is not: upstream renders the Markdown itself. */
export function toForm(writing: Writing & { categoryId: number }, isPublish: PublishState): Omit<ArticleForm, 'id'> {
  const { title, summary, coverUrl, keywords, categoryId, tagIds, isOriginal, originalUrl, contentMd } = writing
  return {
    title: title.trim(),
    summary: summary.trim() || null,
    avatar: coverUrl || null,
    keywords: keywords.trim() || null,
    originalUrl: isOriginal ? null : originalUrl.trim() || null,
    categoryId,
    isPublish,
    isOriginal: isOriginal ? 1 : 0,
    contentMd,
    tagList: [...tagIds],
  }
}

export function isBlank(writing: Writing): boolean {
  return fingerprint({ ...writing, categoryId: null, isOriginal: true }) === fingerprint(BLANK)
}

export function isSameWriting(one: Writing, other: Writing): boolean {
  return fingerprint(one) === fingerprint(other)
}

/** Tells two versions apart, and is the same for what was sent and for what upstream gives back, which it tidies. */
export function fingerprint(writing: Writing): string {
  const { categoryId, tagIds, coverUrl, isOriginal, contentMd } = writing
  const lines = [writing.title, writing.summary, writing.keywords.replaceAll('，', ',')].map(oneLine)
  const original = isOriginal ? null : addressOf(writing.originalUrl.trim())
  const text = JSON.stringify([...lines, categoryId, tagIds, coverUrl, isOriginal, original, contentMd])
  return `${text.length}-${hashOf(text)}`
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function addressOf(typed: string): string {
  try {
    return new URL(typed).href
  } catch {
    return typed
  }
}

/** FNV-1a, 32 bits, twice from different beginnings. */
function hashOf(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return `${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`
}

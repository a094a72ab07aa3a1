import type { ArticleForm } from '@portal/contract/articles/article-writing.ts'
import type { PUBLISH_STATE } from '@portal/contract/constants.ts'

/** An article as the editor holds it. */
export interface Writing {
  title: string
  summary: string
  /** Address of the cover; empty for none. */
  coverUrl: string
  keywords: string
  categoryId: number | null
  tagIds: readonly number[]
  isOriginal: boolean
  /** Address of the original of a repost. */
  originalUrl: string
  contentMd: string
}

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

/** Builds the request body. Upstream renders the Markdown itself. */
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
  return computeFingerprint({ ...writing, categoryId: null, isOriginal: true }) === computeFingerprint(BLANK)
}

export function isSameWriting(one: Writing, other: Writing): boolean {
  return computeFingerprint(one) === computeFingerprint(other)
}

/** Fingerprint of a version. It is equal for the submitted text and for the normalised text that upstream returns. */
export function computeFingerprint(writing: Writing): string {
  const { categoryId, tagIds, coverUrl, isOriginal, contentMd } = writing
  const lines = [writing.title, writing.summary, writing.keywords.replaceAll('，', ',')].map(toOneLine)
  const original = isOriginal ? null : toAddress(writing.originalUrl.trim())
  const text = JSON.stringify([...lines, categoryId, tagIds, coverUrl, isOriginal, original, contentMd])
  return `${text.length}-${computeHash(text)}`
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function toAddress(typed: string): string {
  try {
    return new URL(typed).href
  } catch {
    return typed
  }
}

/** FNV-1a hash, 32 bits, computed twice with different offsets. */
function computeHash(text: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
  }
  return `${(low >>> 0).toString(36)}${(high >>> 0).toString(36)}`
}

/** A category or a tag that can be chosen. */
export interface TaxonomyOption {
  id: number
  name: string
}

const ADDRESS = /\]\([^)\s]*\)/g
const SYNTAX = /[#>*_`~|[\]()!-]/g
const CHINESE = /[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const WORD = /[\p{L}\p{N}]+(?:[.,'’/-][\p{L}\p{N}]+)*/gu

/** Counts Chinese characters, and words and numbers of other scripts, without Markdown syntax. */
export function countWords(markdown: string): number {
  const text = markdown.replace(ADDRESS, ' ').replace(SYNTAX, ' ')
  const chinese = text.match(CHINESE)?.length ?? 0
  return chinese + (text.replace(CHINESE, ' ').match(WORD)?.length ?? 0)
}

import type { createArticle } from '@portal/contract/articles/article-writing.ts'
import type { CallBody } from '@portal/contract/call.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Role } from '#platform/db/tables/accounts.ts'
import { badInput } from '#platform/errors.ts'
import { parsePictureAddress, requirePageAddress } from '#platform/text/address.ts'
import type { Rendered } from '#platform/text/markdown.ts'
import { toOneLine } from '#platform/text/one-line.ts'

/** A submitted article, checked and rendered; flags are 0 or 1. */
export interface WrittenArticle {
  title: string
  summary: string | null
  cover: string | null
  keywords: string | null
  categoryId: number
  tagIds: readonly number[]
  isPublish: number
  isOriginal: number
  originalUrl: string | null
  content: string
  contentMd: string
  plain: string
}

const TITLE_MAX = 120
const SUMMARY_MAX = 400
const KEYWORDS_MAX = 200
const TAGS_MAX = 3

/**
 * Returns the new state of an article. Editors choose it. Other members draft or submit, and their request to publish
 * counts as a submission. A published article that its writer changes waits for review and is invisible until then,
 * because showing the old text meanwhile would need two texts per article.
 */
function decideState(requested: number | undefined, role: Role): number {
  const state = requested ?? PUBLISH_STATE.inReview
  if (role !== 'user') return state
  return state === PUBLISH_STATE.published || state === PUBLISH_STATE.inReview
    ? PUBLISH_STATE.inReview
    : PUBLISH_STATE.draft
}

function parseCover(typed: string): string | null {
  if (typed === '') return null
  const address = parsePictureAddress(typed)
  if (!address) throw badInput('封面地址不正确，请重新上传')
  return address
}

function parseOriginalUrl(typed: string, isDraft: boolean): string | null {
  if (typed === '') {
    if (isDraft) return null
    throw badInput('转载文章请填写原文地址')
  }
  return requirePageAddress(typed, '原文地址')
}

function tagIdsFrom(ids: readonly number[]): number[] {
  const different = [...new Set(ids)]
  if (different.length > TAGS_MAX) throw badInput(`最多选择 ${TAGS_MAX} 个标签`)
  return different
}

/**
 * Converts a submitted article to the stored form. Ignores HTML of the client, because the text is rendered from its
 * Markdown.
 * @param render the same as for previews
 * @throws AppError when a member is not accepted
 */
export async function parseArticle(
  form: CallBody<typeof createArticle>,
  role: Role,
  render: (contentMd: string) => Promise<Rendered>,
): Promise<WrittenArticle> {
  const isPublish = decideState(form.isPublish, role)
  const isDraft = isPublish === PUBLISH_STATE.draft
  const isOriginal = form.isOriginal ?? 1
  const title = toOneLine(form.title, TITLE_MAX)
  if (title === '') throw badInput('请填写标题')
  if (!isDraft && form.contentMd.trim() === '') throw badInput('请填写正文')
  if (form.categoryId === PAGE_CATEGORY && role === 'user') throw badInput('请选择分类')
  const article = {
    title,
    summary: toOneLine(form.summary ?? '', SUMMARY_MAX) || null,
    cover: parseCover((form.avatar ?? '').trim()),
    keywords: toOneLine((form.keywords ?? '').replaceAll('，', ','), KEYWORDS_MAX) || null,
    categoryId: form.categoryId,
    tagIds: tagIdsFrom(form.tagList ?? []),
    isPublish,
    isOriginal,
    originalUrl: isOriginal === 1 ? null : parseOriginalUrl((form.originalUrl ?? '').trim(), isDraft),
    contentMd: form.contentMd,
  }
  const { html, plain } = await render(form.contentMd)
  return { ...article, content: html, plain }
}

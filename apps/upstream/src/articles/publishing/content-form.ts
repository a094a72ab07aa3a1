import type { ContentForm } from '@portal/contract/articles/content.ts'
import { PAGE_CATEGORY, PUBLISH_STATE } from '@portal/contract/constants.ts'
import type { Marks } from '#articles/writing/article-change.ts'
import { parseArticle, type WrittenArticle } from '#articles/writing/article-form.ts'
import { badInput, cannotMoveStandingPage } from '#platform/errors.ts'
import type { Rendered } from '#platform/text/markdown.ts'

/** A form from staff, checked and rendered. */
export interface WrittenContent {
  /** The article as a draft; `publishable` changes its state. */
  article: WrittenArticle
  marks: Marks
  form: ContentForm
}

/** @throws AppError when a member is not accepted */
export async function parseContent(
  form: ContentForm,
  render: (contentMd: string) => Promise<Rendered>,
): Promise<WrittenContent> {
  const { isStick, isRecommend, isCarousel } = form
  const article = await parseArticle({ ...form, isPublish: PUBLISH_STATE.draft }, 'editor', render)
  const marks = { isStick, isRecommend, isCarousel }
  return { article, marks, form: toContentForm(article, marks) }
}

/**
 * Standing pages have calls of their own.
 * @throws AppError when a page would become an article, or an article a page
 */
export function checkNoPage(before: { categoryId: number }, article: WrittenArticle): void {
  if (before.categoryId === PAGE_CATEGORY) throw cannotMoveStandingPage()
  if (article.categoryId === PAGE_CATEGORY) throw badInput('请选择分类')
}

/** Sets the state of an article. @throws AppError when something is missing that a reader needs */
export function setArticleState(article: WrittenArticle, isPublish: number): WrittenArticle {
  if (isPublish !== PUBLISH_STATE.draft) {
    if (article.contentMd.trim() === '') throw badInput('请填写正文')
    if (article.isOriginal === 0 && article.originalUrl === null) throw badInput('转载文章请填写原文地址')
  }
  return { ...article, isPublish }
}

function toContentForm(article: WrittenArticle, marks: Marks): ContentForm {
  const { title, summary, cover, keywords, isOriginal, originalUrl, categoryId, tagIds, contentMd } = article
  return {
    title,
    summary: summary ?? '',
    avatar: cover ?? '',
    keywords: keywords ?? '',
    isOriginal,
    originalUrl: originalUrl ?? '',
    categoryId,
    tagList: [...tagIds],
    ...marks,
    contentMd,
  }
}

/** Converts a form that was checked and rendered before to an article. */
export function toWrittenArticle(form: ContentForm, rendered: { content: string; plain: string }): WrittenArticle {
  const { title, summary, avatar, keywords, isOriginal, originalUrl, categoryId, tagList, contentMd } = form
  return {
    title,
    summary: summary || null,
    cover: avatar || null,
    keywords: keywords || null,
    isOriginal,
    originalUrl: originalUrl || null,
    categoryId,
    tagIds: tagList,
    contentMd,
    ...rendered,
    isPublish: PUBLISH_STATE.published,
  }
}

/** Lists the names of the members in which two forms differ, texts included. */
export function listChangedMembers(before: ContentForm, after: ContentForm): (keyof ContentForm)[] {
  const names = Object.keys(after) as (keyof ContentForm)[]
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

import { ARTICLE_MEMBER_NAMES, NO_TITLE } from '@portal/contract/articles/article-words.ts'
import type { ContentForm, ContentState } from '@portal/contract/articles/content.ts'
import {
  describePlaceholders,
  findPlaceholders,
  hasNoQuestions,
  NO_QUESTION_TEXT,
  type TemplatePage,
} from '@portal/contract/articles/page-templates.ts'
import { describeUploads } from '#domain/writing/pictures/picture-marks.ts'
import type { StatusShape } from '#manage/controls/values/status-mark.tsx'

/** Shape and word of each state. */
export const STATES: Readonly<Record<ContentState, { shape: StatusShape; word: string }>> = {
  draft: { shape: 'draft', word: '草稿' },
  waiting: { shape: 'wait', word: '待审' },
  scheduled: { shape: 'time', word: '定时' },
  published: { shape: 'live', word: '已发布' },
  offShelf: { shape: 'off', word: '已下架' },
}

type MemberNames = Readonly<Record<keyof ContentForm, string>>
/** Names of the members in the editor. @param pageKey the page that the text is of */
export const getMemberNames = (pageKey: TemplatePage | null): MemberNames =>
  pageKey ? { ...ARTICLE_MEMBER_NAMES, summary: '导语' } : ARTICLE_MEMBER_NAMES

/** Describes a value for the comparison of both sides. */
export function describeValue(name: string, value: unknown): string {
  if (name === 'isStick' || name === 'isRecommend' || name === 'isCarousel' || name === 'isOriginal') {
    return value === 1 ? '是' : '否'
  }
  return Array.isArray(value) ? value.join('、') : String(value ?? '')
}

/** Messages by member. @param pageKey the page that the text is of, whose template must be completed */
export function findFaults({ title, contentMd, isOriginal, originalUrl }: ContentForm, pageKey: TemplatePage | null) {
  const textFault =
    contentMd.trim() === '' ? '请填写正文' : (describeUploads(contentMd) ?? findTextFault(pageKey, contentMd))
  return {
    ...(['', NO_TITLE].includes(title.trim()) && { title: '请填写标题' }),
    ...(textFault && { contentMd: textFault }),
    ...(isOriginal === 0 && originalUrl.trim() === '' && { originalUrl: '转载文章请填写原文地址' }),
  }
}

/** Finds why the text of a standing page cannot be published; `null` for no reason. */
export function findTextFault(pageKey: TemplatePage | null, contentMd: string): string | null {
  const unfilled = pageKey ? findPlaceholders(pageKey, contentMd) : []
  if (unfilled.length > 0) return describePlaceholders(unfilled)
  return pageKey && hasNoQuestions(pageKey, contentMd) ? NO_QUESTION_TEXT : null
}

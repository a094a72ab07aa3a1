import { ARTICLE_MEMBER_NAMES } from '@portal/contract/articles/article-words.ts'
import type { ContentForm, ContentState } from '@portal/contract/articles/content.ts'
import { findPlaceholders, hasNoQuestions, NO_QUESTION_TEXT } from '@portal/contract/articles/page-templates.ts'
import type { PageKey } from '@portal/contract/articles/standing-pages.ts'
import type { StatusShape } from '#manage/controls/values/status-mark.tsx'

/** Shape and word of each state. */
export const STATES: Readonly<Record<ContentState, { shape: StatusShape; word: string }>> = {
  draft: { shape: 'draft', word: '草稿' },
  waiting: { shape: 'wait', word: '待审' },
  scheduled: { shape: 'time', word: '定时' },
  published: { shape: 'live', word: '已发布' },
  offShelf: { shape: 'off', word: '已下架' },
}

/** Title of a new article until it gets one. */
export const NO_TITLE = '未命名文章'

type MemberNames = Readonly<Record<keyof ContentForm, string>>
/** Names of the members in the editor. @param pageKey key of a standing page */
export const getMemberNames = (pageKey: PageKey | null): MemberNames =>
  pageKey ? { ...ARTICLE_MEMBER_NAMES, summary: '导语' } : ARTICLE_MEMBER_NAMES

/** Formats `2026-11-20 10:31:05` as `11-20 10:31`, with the year when it is another one. */
export function formatShortTime(wire: string, year = new Date().getFullYear()): string {
  return wire.startsWith(String(year)) ? wire.slice(5, 16) : wire.slice(0, 10)
}

/** Describes a value for the comparison of both sides. */
export function describeValue(name: string, value: unknown): string {
  if (name === 'isStick' || name === 'isRecommend' || name === 'isCarousel' || name === 'isOriginal') {
    return value === 1 ? '是' : '否'
  }
  return Array.isArray(value) ? value.join('、') : String(value ?? '')
}

/** Messages by member. @param pageKey key of a standing page, whose template must be completed */
export function findFaults({ title, contentMd, isOriginal, originalUrl }: ContentForm, pageKey: PageKey | null) {
  const textFault = contentMd.trim() === '' ? '请填写正文' : describePlaceholders(pageKey, contentMd)
  return {
    ...(['', NO_TITLE].includes(title.trim()) && { title: '请填写标题' }),
    ...(textFault && { contentMd: textFault }),
    ...(isOriginal === 0 && originalUrl.trim() === '' && { originalUrl: '转载文章请填写原文地址' }),
  }
}

function describePlaceholders(pageKey: PageKey | null, contentMd: string): string | null {
  const unfilled = pageKey ? findPlaceholders(pageKey, contentMd) : []
  if (unfilled.length > 0) return `还有 ${unfilled.length} 处待补全：${unfilled.join('')}`
  return pageKey && hasNoQuestions(pageKey, contentMd) ? NO_QUESTION_TEXT : null
}

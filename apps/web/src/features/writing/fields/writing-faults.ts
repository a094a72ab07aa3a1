import { ARTICLE_LIMITS } from '@portal/contract/constants.ts'
import { carriesToken } from '@portal/contract/paths/addresses.ts'
import { findPictures, getPictureSource } from '#domain/writing/pictures/picture-marks.ts'
import type { Writing } from '../writing.ts'

/** Limits of `ArticleForm` (contract), characters. */
export const TITLE_MAX = 120
export const SUMMARY_MAX = 400
const KEYWORDS_MAX = 200
export const TAGS_MAX = 3

export type FaultyField = 'title' | 'content' | 'pictures' | 'category' | 'summary' | 'originalUrl' | 'keywords'

export interface Fault {
  field: FaultyField
  text: string
}

/**
 * Lists the faults that prevent publication.
 * @param decorative addresses of pictures that need no alternative text
 */
export function findSubmissionFaults(writing: Writing, decorative: ReadonlySet<string>): Fault[] {
  return [
    ...findDraftFaults(writing),
    ...findTextFaults(writing),
    ...findPictureFaults(writing.contentMd, decorative),
  ].sort((one, other) => ORDER.indexOf(one.field) - ORDER.indexOf(other.field))
}

const ORDER: readonly FaultyField[] = ['title', 'content', 'pictures', 'category', 'summary', 'originalUrl', 'keywords']

/** Lists the faults that prevent upstream from storing even a draft. */
export function findDraftFaults({ title, summary, keywords, categoryId, contentMd, ...rest }: Writing): Fault[] {
  const faults: Fault[] = []
  const add = (field: FaultyField, text: string) => faults.push({ field, text })
  if (title.trim() === '') add('title', '请输入标题')
  else if (title.trim().length > TITLE_MAX) add('title', `标题超过 ${TITLE_MAX} 字，请缩短`)
  if (contentMd.length > ARTICLE_LIMITS.chars) add('content', `正文过长，最多 ${ARTICLE_LIMITS.chars / 10_000} 万字`)
  if (categoryId === null) add('category', '请选择分类')
  if (summary.trim().length > SUMMARY_MAX) add('summary', `摘要超过 ${SUMMARY_MAX} 字，请缩短`)
  if (keywords.trim().length > KEYWORDS_MAX) add('keywords', `关键词超过 ${KEYWORDS_MAX} 字，请删减`)
  if (!rest.isOriginal && rest.originalUrl.trim() !== '' && !isWebAddress(rest.originalUrl.trim())) {
    add('originalUrl', '原文地址请填写以 http:// 或 https:// 开头的完整地址')
  } else if (!rest.isOriginal && carriesToken(rest.originalUrl)) {
    add('originalUrl', '原文地址中带有登录凭证（token 参数），请去掉后再填写')
  }
  return faults
}

function findTextFaults({ contentMd, isOriginal, originalUrl }: Writing): Fault[] {
  const faults: Fault[] = []
  if (contentMd.trim() === '') faults.push({ field: 'content', text: '请输入正文' })
  if (!isOriginal && originalUrl.trim() === '') faults.push({ field: 'originalUrl', text: '请输入原文地址' })
  return faults
}

function findPictureFaults(contentMd: string, decorative: ReadonlySet<string>): Fault[] {
  const pictures = findPictures(contentMd)
  const countPictures = (test: (picture: (typeof pictures)[number]) => boolean) => pictures.filter(test).length
  const waiting = countPictures(({ address }) => getPictureSource(address) === 'waiting')
  const inline = countPictures(({ address }) => getPictureSource(address) === 'inline')
  const wordless = countPictures(({ address, alt }) => alt.trim() === '' && !decorative.has(address))
  const texts = [
    waiting > 0 && `还有 ${waiting} 张图片没有上传完成`,
    inline > 0 && `有 ${inline} 张图片直接写在正文里，不能发布，请改为上传`,
    wordless > 0 && `有 ${wordless} 张图片没有文字说明`,
  ]
  return texts.filter((text) => text !== false).map((text) => ({ field: 'pictures', text }))
}

function isWebAddress(typed: string): boolean {
  try {
    return /^https?:$/.test(new URL(typed).protocol) && !/\s/.test(typed)
  } catch {
    return false
  }
}

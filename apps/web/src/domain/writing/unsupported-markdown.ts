import { blankCode } from './markup.ts'

/** A tag that is not escaped and that the dialect does not have. */
export const HTML = /(^|[^\\])<(?!\/?(?:su[bp]|br)>)(\/?[a-z][\w-]*(\s[^<>]*)?\/?>|!--)/i
export const FOOTNOTE = /\[\^[^\]\s]+\]/
export const CODE = /(`+)[^`](?:[\s\S]*?[^`])?\1(?!`)/g

/** Ways of writing that other sites know and this one does not, with what readers see instead. */
const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/^#\s/m, '一级标题（留给文章题目，请改用二级标题）'],
  [HTML, 'HTML（网页上显示成文字）'],
  [FOOTNOTE, '脚注（网页上成为坏链接，请改为文末的注释）'],
  [/^\s*(?:[-*+]|\d+[.)]) \[[ x]\]/im, '任务清单（网页上显示成方括号）'],
]

/** Lists what a text has that readers do not see as it was meant, in words. */
export function listUnsupported(text: string): string[] {
  const words = blankCode(text).replace(CODE, '')
  return UNSUPPORTED.flatMap(([sign, name]) => (sign.test(words) ? [name] : []))
}

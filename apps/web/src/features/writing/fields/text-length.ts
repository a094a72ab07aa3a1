const ADDRESS = /\]\([^)\s]*\)/g
const SYNTAX = /[#>*_`~|[\]()!-]/g
const CHINESE = /[\p{Script=Han}\p{Script=Bopomofo}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const WORD = /[\p{L}\p{N}]+(?:[.,'’/-][\p{L}\p{N}]+)*/gu

/** Chinese characters, and words and numbers in other scripts, without the marks of Markdown. */
export function countWords(markdown: string): number {
  const text = markdown.replace(ADDRESS, ' ').replace(SYNTAX, ' ')
  const chinese = text.match(CHINESE)?.length ?? 0
  return chinese + (text.replace(CHINESE, ' ').match(WORD)?.length ?? 0)
}

/** Maximum length of a keyword (contract). */
export const KEYWORD_MAX = 100

/** Removes whitespace and truncates a search keyword. */
export function readKeyword(typed: string): string {
  return typed.replace(/\s+/g, '').slice(0, KEYWORD_MAX)
}

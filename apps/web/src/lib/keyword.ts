/** The contract takes no longer keyword. */
export const KEYWORD_MAX = 100

/** What is searched for: whitespace in it does not count, and of what is pasted the beginning is enough. */
export function readKeyword(typed: string): string {
  return typed.replace(/\s+/g, '').slice(0, KEYWORD_MAX)
}

/** Limits of `POST /v1/feedback/` (contract, `sendFeedback`), in characters. */
export const FEEDBACK_TITLE_MAX = 100
export const FEEDBACK_CONTENT_MAX = 255

export const FEEDBACK_EMAIL_MAX = 254

/** Rough check of an address; upstream validates it. */
export function isEmail(typed: string): boolean {
  return /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/.test(typed.trim())
}

/** Counts code points, as upstream does. */
export function countChars(text: string): number {
  return [...text].length
}

/** Limits of `POST /v1/feedback/` (contract, `sendFeedback`), in characters. */
export const FEEDBACK_TITLE_MAX = 100
export const FEEDBACK_CONTENT_MAX = 255

export const FEEDBACK_EMAIL_MAX = 254

/** Looks like a mail address; whether it is one upstream decides. */
export function isEmail(typed: string): boolean {
  return /^[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+$/.test(typed.trim())
}

/** As upstream counts them: a character beyond the first plane is one. */
export function countChars(text: string): number {
  return [...text].length
}

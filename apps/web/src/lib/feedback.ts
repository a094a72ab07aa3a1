/** Limits of `POST /v1/feedback/` (contract, `sendFeedback`), in characters. */
export const FEEDBACK_TITLE_MAX = 100
export const FEEDBACK_CONTENT_MAX = 255

/** As upstream counts them: a character beyond the first plane is one. */
export function countChars(text: string): number {
  return [...text].length
}

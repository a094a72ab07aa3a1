import type { AnswerCleaning } from '#html/answer-cleaning.ts'
import type { HtmlCleaner } from '#html/clean-html.ts'

/** Answers whose HTML is cleaned without threads. */
export function createCleaningNow(cleanHtml: HtmlCleaner): Pick<AnswerCleaning, 'clean'> {
  return { clean: async (texts) => texts.map(({ kind, html }) => cleanHtml(kind, html)) }
}

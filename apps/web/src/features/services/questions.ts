import { type HtmlSection, splitAtHeadings } from '#lib/html/html-sections.ts'
import { holdsWords, markWords } from '#lib/html/mark-words.ts'
import type { SafeHtml } from '#lib/html/safe-html.ts'

export interface QuestionGroup {
  id: string
  title: string
  questions: HtmlSection[]
}

/** Groups from the second-level headings, questions from the third. */
export function readQuestions(html: SafeHtml): QuestionGroup[] {
  return splitAtHeadings(html, 'h2')
    .sections.map(({ id, title, body }) => ({ id, title, questions: splitAtHeadings(body, 'h3').sections }))
    .filter(({ questions }) => questions.length > 0)
}

/** The questions that contain every word, with the words marked; all when there is no word. */
export function findQuestions(groups: readonly QuestionGroup[], words: readonly string[]): QuestionGroup[] {
  if (words.length === 0) return [...groups]
  return groups
    .map((group) => ({ ...group, questions: group.questions.filter((question) => holds(question, words)) }))
    .filter(({ questions }) => questions.length > 0)
    .map((group) => ({ ...group, questions: group.questions.map((question) => marked(question, words)) }))
}

function holds({ titleHtml, body }: HtmlSection, words: readonly string[]): boolean {
  return holdsWords(`${titleHtml} ${body}`, words)
}

function marked(question: HtmlSection, words: readonly string[]): HtmlSection {
  return { ...question, titleHtml: markWords(question.titleHtml, words), body: markWords(question.body, words) }
}

export function countQuestions(groups: readonly QuestionGroup[]): number {
  return groups.reduce((sum, { questions }) => sum + questions.length, 0)
}

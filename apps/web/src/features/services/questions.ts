import { type HtmlSection, splitAtHeadings } from '#lib/html/html-sections.ts'
import { containsWords, markWords } from '#lib/html/mark-words.ts'
import { asSafeHtml, type SafeHtml } from '#lib/html/safe-html.ts'

export interface QuestionGroup {
  id: string
  title: string
  /** Text between the title and the first question. */
  lead: SafeHtml
  questions: HtmlSection[]
}

interface QuestionText {
  /** Text before the first heading. */
  lead: SafeHtml
  groups: QuestionGroup[]
}

const NO_TEXT = asSafeHtml('')

/**
 * Parses the text: a second-level heading with third-level headings below it is a group of questions; a second-level
 * heading with only text is a question, and opens a group of its own together with those that follow.
 */
export function readQuestions(html: SafeHtml): QuestionText {
  const { lead, sections } = splitAtHeadings(html, 'h2')
  const first = splitAtHeadings(lead, 'h3')
  const groups: (QuestionGroup & { takesMore: boolean })[] = []
  function addUngrouped(questions: readonly HtmlSection[]) {
    const last = groups.at(-1)
    if (last?.takesMore) last.questions.push(...questions)
    else if (questions.length > 0) {
      const id = `questions-${groups.length + 1}`
      groups.push({ id, title: '', lead: NO_TEXT, questions: [...questions], takesMore: true })
    }
  }
  addUngrouped(first.sections)
  for (const section of sections) {
    const { id, title, body } = section
    const { lead, sections: questions } = splitAtHeadings(body, 'h3')
    const isOpening = body.trim() === ''
    if (questions.length > 0 || isOpening) groups.push({ id, title, lead, questions, takesMore: isOpening })
    else addUngrouped([section])
  }
  const filled = groups.filter(({ questions }) => questions.length > 0)
  return {
    lead: first.lead,
    groups: filled.map(({ id, title, lead, questions }, place) => {
      const untitled = place === 0 ? '常见问题' : '其他问题'
      return { id, title: title || untitled, lead, questions }
    }),
  }
}

/** Finds the questions that contain every word, and marks the words; without words it returns all questions. */
export function findQuestions(groups: readonly QuestionGroup[], words: readonly string[]): QuestionGroup[] {
  if (words.length === 0) return [...groups]
  return groups
    .map((group) => ({ ...group, lead: NO_TEXT, questions: group.questions.filter((one) => hasWords(one, words)) }))
    .filter(({ questions }) => questions.length > 0)
    .map((group) => ({ ...group, questions: group.questions.map((question) => markQuestion(question, words)) }))
}

function hasWords({ titleHtml, body }: HtmlSection, words: readonly string[]): boolean {
  return containsWords(`${titleHtml} ${body}`, words)
}

function markQuestion(question: HtmlSection, words: readonly string[]): HtmlSection {
  return { ...question, titleHtml: markWords(question.titleHtml, words), body: markWords(question.body, words) }
}

export function countQuestions(groups: readonly QuestionGroup[]): number {
  return groups.reduce((sum, { questions }) => sum + questions.length, 0)
}

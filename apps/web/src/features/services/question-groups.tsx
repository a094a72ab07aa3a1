import { FaqEntry } from '#domain/standing-pages/faq-entry.tsx'
import { RichText } from '#ui/rich-text/rich-text.tsx'
import styles from './question-page.module.css'
import type { QuestionGroup } from './questions.ts'

/** The questions; search results have their answers unfolded. */
export function QuestionGroups({ groups, isOpen }: { groups: readonly QuestionGroup[]; isOpen: boolean }) {
  return groups.map(({ id, title, questions }) => (
    <section className={styles.group} aria-labelledby={id} key={id}>
      <h2 className={styles.groupTitle} id={id}>
        {title}
      </h2>
      {questions.map((question) => (
        <FaqEntry
          id={question.id}
          title={<RichText html={question.titleHtml} variant="inline" />}
          answer={question.body}
          isOpen={isOpen}
          key={question.id}
        />
      ))}
    </section>
  ))
}

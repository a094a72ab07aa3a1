import { CircleHelp } from '@lucide/icons'
import { formatYuan } from '@portal/contract/orders/order-services.ts'
import type { Choice, Question } from '@portal/contract/orders/order-shapes.ts'
import { type ReactNode, useId } from 'react'
import { formatDateTime } from '#lib/format.ts'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import type { OrderItem } from './order-standing.ts'
import styles from './progress/progress.module.css'
import { CHOICE_FIELD } from './progress-address.ts'

/** Items with an open question, each with its question. */
export const listQuestions = (items: readonly OrderItem[]): (OrderItem & { question: Question })[] =>
  items.flatMap((item) => (item.question === null ? [] : [{ ...item, question: item.question }]))

interface QuestionBoxProps {
  item: OrderItem & { question: Question }
  /** The form with the answers, or how else the customer answers. */
  children: ReactNode
}

/** A question to the customer about an item. */
export function QuestionBox({ item: { item, statedName, question }, children }: QuestionBoxProps) {
  const id = useId()
  return (
    <section className={styles.questionRoot} aria-labelledby={id}>
      <h3 className={styles.questionTitle} id={id}>
        <Icon of={CircleHelp} sizePx={22} />第 {item} 件“{statedName}”要请您答复
      </h3>
      <p>{question.text}</p>
      <p className={shared.quiet}>
        {formatDateTime(question.askTime)} 提出。答复之前这件的时限暂停，其余照常检测；30 天未答复，按现状退回。
      </p>
      {children}
    </section>
  )
}

/** The answers that a question offers. None is chosen at first. */
export function ChoiceFields({ question: { choices } }: { question: Question }) {
  return (
    <fieldset className={styles.questionChoices}>
      <legend className={shared.quiet}>请选择</legend>
      {choices.map((choice, at) => (
        <label className={styles.questionChoice} key={choice.text}>
          <input type="radio" name={CHOICE_FIELD} value={at} required />
          <b>{choice.text}</b>
          <span>{describeCost(choice)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function describeCost({ cents, days }: Choice): string {
  const parts = [cents > 0 && `加 ${formatYuan(cents)}`, days > 0 && `多 ${days} 个工作日`].filter(Boolean)
  return parts.length > 0 ? parts.join('，') : '不加费用'
}

import type { AnswerDelivery, FeedbackAnswer, FeedbackItem } from '@portal/contract/community/review.ts'
import { FEEDBACK_ANSWER_MAX } from '@portal/contract/constants.ts'
import { type FormEvent, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { countChars } from '#lib/feedback.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { Button } from '#ui/forms/button.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import { TextLink } from '#ui/text-link.tsx'
import { Time } from '#ui/time.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './feedback-answers.module.css'

const DELIVERED: Readonly<Record<AnswerDelivery, string>> = {
  notice: '已作为系统通知送达',
  mail: '已发送邮件',
  none: '未发送',
}

/** The answers to a feedback, and a form for another answer. */
export function FeedbackAnswers({ item, sendsMail }: { item: FeedbackItem; sendsMail: boolean }) {
  const [added, setAdded] = useState<readonly FeedbackAnswer[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const answers = [...(item.answers ?? []), ...added]
  return (
    <>
      {answers.map((answer) => (
        <div className={styles.answer} key={answer.id}>
          <p className={styles.meta}>
            <span>{answer.nickname || '工作人员'} 答复</span>
            <Time at={answer.createTime} format="dateTime" />
            <span data-unsent={answer.delivery === 'none' || undefined}>{DELIVERED[answer.delivery]}</span>
          </p>
          <p className={styles.words}>{answer.content}</p>
        </div>
      ))}
      {isOpen ? (
        <AnswerForm
          item={item}
          sendsMail={sendsMail}
          onDone={(answer) => {
            setAdded((before) => [...before, answer])
            setIsOpen(false)
          }}
          onCancel={() => setIsOpen(false)}
        />
      ) : (
        <Button className={styles.open} variant="outline" onClick={() => setIsOpen(true)}>
          {answers.length > 0 ? '补充答复' : '答复'}
          <VisuallyHidden>：{item.title}</VisuallyHidden>
        </Button>
      )}
    </>
  )
}

interface AnswerFormProps {
  item: FeedbackItem
  sendsMail: boolean
  onDone: (answer: FeedbackAnswer) => void
  onCancel: () => void
}

function AnswerForm({ item, sendsMail, onDone, onCancel }: AnswerFormProps) {
  const api = useApi()
  const nickname = useSession(({ user }) => user?.nickname ?? null)
  const [content, setContent] = useState('')
  const [error, setError] = useState<string>()
  const { isBusy, run } = useBusy(showOffline)

  const send = async () => {
    const text = content.trim()
    const { delivery } = await api.call('POST /v1/review/feedback/answer', { body: { id: item.id, content: text } })
    if (delivery === 'none') showToast('warning', '答复已保存，但没有发送')
    else showToast('success', delivery === 'mail' ? '答复已通过邮件发送' : '答复已送达')
    onDone({ id: `${item.id} ${Date.now()}`, content: text, nickname, delivery, createTime: Date.now() })
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    const fault = findFault(content)
    setError(fault)
    if (!fault && !isBusy) void run(send)
  }

  return (
    <form className={styles.form} aria-label={`答复：${item.title}`} noValidate onSubmit={handleSubmit}>
      <TextArea
        label="答复"
        name="content"
        value={content}
        required
        autoFocus
        error={error}
        count={{ now: countChars(content.trim()), max: FEEDBACK_ANSWER_MAX }}
        onChange={({ target }) => setContent(target.value)}
      />
      <p className={shared.note}>
        <DeliveryNote item={item} sendsMail={sendsMail} />
      </p>
      <div className={shared.wrap3}>
        <Button type="submit" isBusy={isBusy} busyLabel="提交中">
          {isSendable(item, sendsMail) ? '发送答复' : '保存答复'}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          取消
        </Button>
      </div>
    </form>
  )
}

/** Explains how the answer is delivered, or what to do when it cannot be. */
function DeliveryNote({ item: { userId, nickname, email }, sendsMail }: Pick<AnswerFormProps, 'item' | 'sendsMail'>) {
  if (userId) return <>以系统通知送达{nickname ? ` ${nickname}` : '对方'}。</>
  if (!email) return <>对方没有留下邮箱，答复仅作为记录保存。</>
  if (sendsMail) return <>通过邮件发送至 {email}。</>
  return (
    <>
      本站没有配置邮件发送，答复仅作为记录保存。请另行写信至 <TextLink to={`mailto:${email}`}>{email}</TextLink>。
    </>
  )
}

function isSendable({ userId, email }: FeedbackItem, sendsMail: boolean): boolean {
  return Boolean(userId) || (Boolean(email) && sendsMail)
}

function findFault(content: string): string | undefined {
  if (!content.trim()) return '请填写答复内容'
  if (countChars(content.trim()) > FEEDBACK_ANSWER_MAX) return `答复超过 ${FEEDBACK_ANSWER_MAX} 字，请缩短`
  return undefined
}

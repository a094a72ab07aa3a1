import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { retryText } from '#lib/api/retry-text.ts'
import { withProof } from '#lib/api/with-proof.ts'
import { readSessionItem, TYPED, writeSessionItem } from '#lib/browser-storage.ts'
import { classNames } from '#lib/class-names.ts'
import { openDialog } from '#lib/dialogs.ts'
import { countChars, FEEDBACK_CONTENT_MAX, FEEDBACK_EMAIL_MAX, FEEDBACK_TITLE_MAX, isEmail } from '#lib/feedback.ts'
import { useSession } from '#lib/session.ts'
import { showToast } from '#lib/toasts.ts'
import { useCheckedDraft } from '#lib/use-checked-draft.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import panel from '#ui/forms/form-panel.module.css'
import { ProofLine } from '#ui/forms/proof-line.tsx'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './feedback-form.module.css'

interface FeedbackFormProps {
  className?: string | undefined
  /** Working days until an answer; `null`: none is promised. */
  answerDays: number | null
}

/** Feedback to the laboratory. Members get the answer as a notice, visitors by e-mail. */
export function FeedbackForm({ className, answerDays }: FeedbackFormProps) {
  const isMember = useSession(({ user }) => user !== null)
  const isKnown = useSession(({ status }) => status === 'ready')
  const feedback = useFeedback(isMember)
  const titleId = useId()
  const handleLogin = () => {
    feedback.storeText()
    openDialog('login')
  }
  return (
    <form
      className={classNames(panel.root, styles.root, className)}
      ref={feedback.formRef}
      aria-labelledby={titleId}
      noValidate
      onSubmit={feedback.handleSubmit}
    >
      <h2 className={panel.title} id={titleId}>
        留言
      </h2>
      {/* Enter would put the text into the address before hydration; a disabled default button prevents it. */}
      {!isKnown && (
        <button type="submit" disabled hidden>
          提交留言
        </button>
      )}
      <VisuallyHidden role="alert">{feedback.summary}</VisuallyHidden>
      <RadioRow
        legend="类型"
        name="type"
        choices={FEEDBACK_TYPES}
        value={feedback.draft.type}
        onChange={(type) => feedback.change({ type })}
      />
      <Field
        label="标题"
        {...feedback.field('title')}
        maxLength={FEEDBACK_TITLE_MAX}
        placeholder="例如：编号查不到"
        autoComplete="off"
        required
        onKeyDown={feedback.handleKeyDown}
      />
      <TextArea
        label="内容"
        {...feedback.field('content')}
        placeholder="证书问题请写明证书编号，进度问题请写明委托单号"
        required
        count={{ now: countChars(feedback.draft.content), max: FEEDBACK_CONTENT_MAX }}
      />
      <noscript>
        <p className={shared.note}>提交留言需要浏览器启用 JavaScript。不便启用的，请来电、来信或到窗口提出。</p>
      </noscript>
      {!isMember && (
        <Field
          label="邮箱"
          {...feedback.field('email')}
          type="email"
          inputMode="email"
          maxLength={FEEDBACK_EMAIL_MAX}
          placeholder="用于接收答复"
          autoComplete="email"
          required
          onKeyDown={feedback.handleKeyDown}
        />
      )}
      <ProofLine place="feedback" />
      {feedback.failure && (
        <p className={shared.fault} role="alert">
          {feedback.failure}
        </p>
      )}
      {feedback.sentTo !== null && (
        <p className={styles.sent} role="status">
          留言已提交。{answerDays !== null && `工作人员在 ${answerDays} 个工作日内查看，`}答复发送至 {feedback.sentTo}。
        </p>
      )}
      <Button className={styles.scripted} type="submit" isBlock isBusy={feedback.isBusy} busyLabel="提交中">
        提交留言
      </Button>
      {isMember ? (
        <p className={shared.note}>答复以系统通知送达。</p>
      ) : (
        <p className={classNames(shared.note, styles.scripted)}>
          邮箱仅用于答复本条留言。已有账号的，可
          <button type="button" className={styles.login} onClick={handleLogin}>
            登录后提交
          </button>
          ，答复以系统通知送达，已填写的内容会保留。
        </p>
      )}
    </form>
  )
}

/** `type` on the wire (contract, `sendFeedback`). */
const FEEDBACK_TYPES = [
  { value: '1', text: '建议' },
  { value: '2', text: '问题反馈' },
] as const

/** Empty draft; `email` is the address to which a visitor's answer is sent. */
const EMPTY = { type: '1', title: '', content: '', email: '' }
type FeedbackDraft = typeof EMPTY
/** Storage key of the text: a social login reloads the page, and the text is stored in this tab until then. */
const STORAGE_KEY = `${TYPED}feedback`

/**
 * State of the feedback form.
 * @param isMember members get the answer as a notice, visitors by e-mail
 */
function useFeedback(isMember: boolean) {
  const api = useApi()
  const form = useCheckedDraft(EMPTY, (typed) => findFaults(typed, isMember))
  const { draft, change } = form
  const [isBusy, setIsBusy] = useState(false)
  const [summary, setSummary] = useState('')
  /** Reason why the last attempt failed, and when to retry; else empty. */
  const [failure, setFailure] = useState('')
  /** Destination of the answer after sending; `null` before. */
  const [sentTo, setSentTo] = useState<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form appears
  useEffect(() => {
    const stored = readSessionItem(STORAGE_KEY)
    if (!stored) return
    writeSessionItem(STORAGE_KEY, null)
    change(readDraft(stored))
  }, [])

  const send = async () => {
    setIsBusy(true)
    setFailure('')
    setSentTo(null)
    try {
      const body = { title: draft.title.trim(), content: draft.content.trim() }
      const email = draft.email.trim()
      if (isMember) await api.call('POST /v1/feedback/', { body: { ...body, type: Number(draft.type) } })
      else {
        const type = draft.type === '2' ? 2 : 1
        await withProof('feedback', (proof) =>
          api.call('POST /v1/feedback/visitor', { body: { ...body, type, email, ...proof } }),
        )
        setSentTo(email)
      }
      form.restart({ ...EMPTY, email: draft.email })
      writeSessionItem(STORAGE_KEY, null)
      showToast('success', '反馈已提交')
    } catch (reason) {
      // The API client shows upstream's error, and the text stays in the form.
      setFailure(getFailureText(reason))
    } finally {
      setIsBusy(false)
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setSummary(Object.values(form.faults).join('，'))
    if (form.check()) void send()
  }
  return {
    ...form,
    isBusy,
    summary,
    failure,
    sentTo,
    /** Stores the text for the reload after a login. */
    storeText: () =>
      writeSessionItem(STORAGE_KEY, draft.title || draft.content || draft.email ? JSON.stringify(draft) : null),
    handleSubmit,
    handleKeyDown: (event: KeyboardEvent) => {
      // The Enter that confirms a word of the input method does not submit; in Safari its code is 229.
      if (event.key === 'Enter' && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault()
    },
  }
}

function findFaults({ title, content, email }: FeedbackDraft, isMember: boolean) {
  return {
    ...(!title.trim() && { title: '请输入标题' }),
    ...(!content.trim() && { content: '请输入内容' }),
    ...(countChars(content.trim()) > FEEDBACK_CONTENT_MAX && {
      content: `内容超过 ${FEEDBACK_CONTENT_MAX} 字，请缩短`,
    }),
    ...(!isMember && !isEmail(email) && { email: email.trim() ? '邮箱格式不正确，请检查' : '请输入邮箱' }),
  }
}

function getFailureText(reason: unknown): string {
  // The visitor cancelled during the proof of work.
  if (reason instanceof Error && reason.name === 'AbortError') return '已取消，留言尚未提交'
  if (!(reason instanceof ApiError)) return '网络未能连通，留言尚未提交，请稍后重试'
  return retryText(reason)
}

function readDraft(stored: string): FeedbackDraft {
  try {
    return { ...EMPTY, ...(JSON.parse(stored) as Partial<FeedbackDraft>) }
  } catch {
    return EMPTY
  }
}

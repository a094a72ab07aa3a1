import { useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import { openDialog } from '#lib/dialogs.ts'
import { countChars, FEEDBACK_CONTENT_MAX, FEEDBACK_EMAIL_MAX, FEEDBACK_TITLE_MAX } from '#lib/feedback.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import panel from '#ui/forms/form-panel.module.css'
import { ProofLine } from '#ui/forms/proof-line.tsx'
import { RadioRow } from '#ui/forms/radio-row.tsx'
import { TextArea } from '#ui/forms/text-area.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './feedback-form.module.css'
import { FEEDBACK_TYPES, useFeedback } from './use-feedback.ts'

/** Feedback to the laboratory. Members get the answer as a notice, visitors by mail. */
export function FeedbackForm({ className }: { className?: string | undefined }) {
  const isMember = useSession(({ user }) => user !== null)
  const isKnown = useSession(({ status }) => status === 'ready')
  const feedback = useFeedback(isMember)
  const titleId = useId()
  const handleLogin = () => {
    feedback.keep()
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
      {/* Before hydration Enter would put the text into the address; a disabled default button prevents it. */}
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
        name="title"
        value={feedback.draft.title}
        maxLength={FEEDBACK_TITLE_MAX}
        placeholder="例如：编号查不到"
        autoComplete="off"
        required
        error={feedback.errors.title}
        onChange={({ target }) => feedback.change({ title: target.value })}
        onBlur={() => feedback.check('title')}
        onKeyDown={feedback.handleKeyDown}
      />
      <TextArea
        label="内容"
        name="content"
        value={feedback.draft.content}
        placeholder="证书问题请写明证书编号，进度问题请写明委托单号"
        required
        error={feedback.errors.content}
        count={{ now: countChars(feedback.draft.content), max: FEEDBACK_CONTENT_MAX }}
        onChange={({ target }) => feedback.change({ content: target.value })}
        onBlur={() => feedback.check('content')}
      />
      <noscript>
        <p className={shared.note}>提交留言需要浏览器启用 JavaScript。不便启用的，请来电、来信或到窗口提出。</p>
      </noscript>
      {!isMember && (
        <Field
          label="邮箱"
          name="email"
          type="email"
          inputMode="email"
          value={feedback.draft.email}
          maxLength={FEEDBACK_EMAIL_MAX}
          placeholder="用于接收答复"
          autoComplete="email"
          required
          error={feedback.errors.email}
          onChange={({ target }) => feedback.change({ email: target.value })}
          onBlur={() => feedback.check('email')}
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
          留言已提交。工作人员在 2 个工作日内查看，答复发送至 {feedback.sentTo}。
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

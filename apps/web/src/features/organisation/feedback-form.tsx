import { useId } from 'react'
import { openDialog } from '#lib/dialogs.ts'
import { useSession } from '#lib/session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './feedback-form.module.css'
import { FeedbackText } from './feedback-text.tsx'
import { FEEDBACK_TYPES, TITLE_CHARS_MAX, useFeedback } from './use-feedback.ts'

/** What a member tells the laboratory. A visitor may write too, and is asked to log in before it is sent. */
export function FeedbackForm() {
  const isMember = useSession(({ user }) => user !== null)
  const feedback = useFeedback()
  const titleId = useId()
  const handleLogin = () => {
    feedback.keep()
    openDialog('login')
  }
  return (
    <form
      className={styles.root}
      ref={feedback.formRef}
      aria-labelledby={titleId}
      noValidate
      onSubmit={feedback.handleSubmit}
    >
      <h2 className={styles.title} id={titleId}>
        留言
      </h2>
      <VisuallyHidden>
        <span role="alert">{feedback.summary}</span>
      </VisuallyHidden>
      <fieldset className={styles.types}>
        <legend className={styles.legend}>类型</legend>
        {FEEDBACK_TYPES.map(({ value, text }) => (
          <label className={styles.type} key={value}>
            <input
              className={styles.radio}
              type="radio"
              name="type"
              value={value}
              checked={feedback.draft.type === value}
              onChange={() => feedback.change({ type: value })}
            />
            {text}
          </label>
        ))}
      </fieldset>
      <Field
        label="标题"
        name="title"
        value={feedback.draft.title}
        maxLength={TITLE_CHARS_MAX}
        placeholder="例如：证书查询结果与实物不一致"
        autoComplete="off"
        required
        error={feedback.errors.title}
        onChange={({ target }) => feedback.change({ title: target.value })}
        onBlur={() => feedback.check('title')}
        onKeyDown={feedback.handleKeyDown}
      />
      <FeedbackText
        value={feedback.draft.content}
        error={feedback.errors.content}
        onChange={(content) => feedback.change({ content })}
        onBlur={() => feedback.check('content')}
      />
      <noscript>
        <p className={styles.note}>提交留言需要浏览器启用 JavaScript。</p>
      </noscript>
      {isMember ? (
        <Button type="submit" isBlock isBusy={feedback.isBusy} busyLabel="提交中">
          提交留言
        </Button>
      ) : (
        <>
          <p className={styles.note}>提交留言需要登录，以便答复。已填写的内容会保留。</p>
          <Button isBlock onClick={handleLogin}>
            登录后提交
          </Button>
        </>
      )}
    </form>
  )
}

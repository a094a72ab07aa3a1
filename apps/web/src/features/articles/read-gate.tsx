import { LockKeyhole, ThumbsUp } from '@lucide/icons'
import { WIRE_TEXT } from '@portal/contract/errors.ts'
import { type FormEvent, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Button, ButtonLink } from '#ui/forms/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Icon } from '#ui/icon.tsx'
import shared from '#ui/shared.module.css'
import type { Gate } from './article-view.ts'
import styles from './read-gate.module.css'
import type { Reaction } from './use-reaction.ts'

const WORDS: Readonly<Record<Gate, { title: string; text: string }>> = {
  comment: { title: '评论后可读', text: '登录并发表一条评论后，全文即可阅读。' },
  like: { title: '点赞后可读', text: '登录并为本文点赞后，全文即可阅读。' },
  code: { title: '关注公众号获取验证码', text: '关注本中心公众号，发送“验证码”，将收到的 6 位数字填入下方。' },
}

/** Shown where the text is cut: explains how to unlock the rest. */
export function ReadGate({ gate, like }: { gate: Gate; like: Reaction }) {
  const { title, text } = WORDS[gate]
  return (
    <section className={styles.root} aria-labelledby="gate">
      <h2 className={styles.title} id="gate">
        <Icon of={LockKeyhole} />
        {title}
      </h2>
      <p className={shared.soft}>{text}</p>
      {gate === 'like' && (
        <Button icon={ThumbsUp} onClick={like.toggle}>
          点赞
        </Button>
      )}
      {gate === 'comment' && <ButtonLink to="#comments">写评论</ButtonLink>}
      {gate === 'code' && <CodeForm />}
    </section>
  )
}

function CodeForm() {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [error, setError] = useState<string>()
  const { isBusy, run } = useBusy((reason) =>
    setError(reason instanceof ApiError ? reason.message : '网络不通，请稍后重试'),
  )

  const check = async (code: string) => {
    if (!code) return setError('请输入验证码')
    setError(undefined)
    await run(async () => {
      await api.call('GET /v1/article/checkCode', { query: { code }, quiet: true })
      showToast('success', WIRE_TEXT.codeAccepted)
      await revalidate()
    })
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = new FormData(event.currentTarget).get('code')
    void check(typeof code === 'string' ? code.trim() : '')
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <Field
        label="验证码"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={16}
        error={error}
        action={
          <Button type="submit" isBusy={isBusy} busyLabel="验证中">
            验证
          </Button>
        }
      />
    </form>
  )
}

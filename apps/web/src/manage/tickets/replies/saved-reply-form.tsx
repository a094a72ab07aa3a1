import { FEEDBACK_ANSWER_MAX } from '@portal/contract/constants.ts'
import { CODE } from '@portal/contract/errors.ts'
import type { SavedReply } from '@portal/contract/tickets/saved-replies.ts'
import {
  findUnknownPlaceholders,
  REPLY_PLACEHOLDERS,
  SAVED_REPLY_TITLE_MAX,
} from '@portal/contract/tickets/saved-reply-rules.ts'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { focusFirstFault } from '../focus-fault.ts'
import { useFormDraft } from '../use-form-draft.ts'
import styles from './saved-replies.module.css'

interface Text {
  [name: string]: string
  title: string
  content: string
}

function findFaults({ title, content }: Text): { title?: string; content?: string } {
  const [unknown] = findUnknownPlaceholders(content)
  const known = REPLY_PLACEHOLDERS.map((name) => `{${name}}`).join('、')
  return {
    ...(title.trim() === '' && { title: '请填写名称，如 补照片' }),
    ...(unknown !== undefined && { content: `没有“{${unknown}}”这样的占位词，可用：${known}` }),
    ...(content.length > FEEDBACK_ANSWER_MAX && { content: `最多 ${FEEDBACK_ANSWER_MAX} 字` }),
    ...(content.trim() === '' && { content: '请填写内容' }),
  }
}

interface SavedReplyFormProps {
  /** `null`: a new reply. */
  reply: SavedReply | null
  onSaved: () => void
  onBack: () => void
  onClose: () => void
}

/** One saved reply. When a colleague saved it in between, both texts are shown and neither is lost. */
export function SavedReplyForm({ reply, onSaved, onBack, onClose }: SavedReplyFormProps) {
  const api = useApi()
  const formId = useId()
  const { isBusy, run } = useBusy()
  const [baseReply, setSeen] = useState(reply)
  const [isConflict, setConflict] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const start: Text = { title: reply?.title ?? '', content: reply?.content ?? '' }
  const { values, set, clear } = useFormDraft<Text>(`saved-reply:${reply?.id ?? 'new'}`, start)
  const faults = findFaults(values)
  const save = async () => {
    const body = { title: values.title.trim(), content: values.content }
    try {
      if (baseReply === null) await api.call('POST /v1/manage/tickets/replies', { body })
      else {
        const { id, version } = baseReply
        await api.call('PUT /v1/manage/tickets/replies/{id}', { params: { id }, body: { ...body, version } })
      }
      clear()
      showToast('success', '常用语已保存')
      onSaved()
      onBack()
    } catch (reason) {
      showOffline(reason)
      if (!(reason instanceof ApiError) || reason.code !== CODE.conflict) return
      setSeen(reason.extra.current as SavedReply)
      setConflict(true)
      onSaved()
    }
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    focusFirstFault(event.currentTarget, () => setIsChecked(true))
    if (!isBusy && Object.keys(faults).length === 0) void run(save)
  }
  const giveUp = () => {
    clear()
    onBack()
  }
  return (
    <ManageDialog
      title={reply ? `修改“${reply.title}”` : '新增常用语'}
      size="medium"
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <>
          <Button variant="outline" onClick={giveUp}>
            放弃改动
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy} busyLabel="保存中">
            {isConflict ? '仍按我的保存' : '保存'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        {isConflict && baseReply && (
          <Note tone="warning" title="同事刚保存了另一个版本。" isLive>
            <p>现在是“{baseReply.title}”：</p>
            <p className={styles.theirs}>{baseReply.content}</p>
          </Note>
        )}
        <Field label="名称" error={isChecked ? faults.title : undefined}>
          <TextInput
            value={values.title}
            maxLength={SAVED_REPLY_TITLE_MAX}
            onChange={({ target }) => set({ title: target.value })}
          />
        </Field>
        <Field
          label="内容"
          error={isChecked || findUnknownPlaceholders(values.content).length > 0 ? faults.content : undefined}
          count={{ now: values.content.length, max: FEEDBACK_ANSWER_MAX }}
          hint={`插入时自动填写：${REPLY_PLACEHOLDERS.map((name) => `{${name}}`).join(' ')}`}
        >
          <TextArea rows={8} value={values.content} onChange={({ target }) => set({ content: target.value })} />
        </Field>
      </form>
    </ManageDialog>
  )
}

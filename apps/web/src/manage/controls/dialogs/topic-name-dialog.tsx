import type { TopicKind } from '@portal/contract/site/topics.ts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '../forms/field.tsx'
import { TextInput } from '../forms/inputs.tsx'
import { DialogButtons } from './dialog-buttons.tsx'
import { ManageDialog } from './manage-dialog.tsx'

export const TOPIC_WORDS: Readonly<Record<TopicKind, string>> = { category: '栏目', tag: '标签' }
const NAME_MAX = 20

interface TopicNameDialogProps {
  kind: TopicKind
  /** `null`: a new topic. */
  topic: { id: number; name: string; version: number } | null
  onClose: () => void
  onDone: (added: { id: number; name: string } | null) => void
}

/** Adds a category or tag, or renames one. */
export function TopicNameDialog({ kind, topic, onClose, onDone }: TopicNameDialogProps) {
  const api = useApi()
  const [name, setName] = useState(topic?.name ?? '')
  const [fault, setFault] = useState('')
  const { isBusy, run } = useBusy((reason) =>
    setFault(reason instanceof ApiError ? reason.message : '网络不通，请稍后重试'),
  )
  const isMissing = name.trim() === ''
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isMissing || isBusy) return
    setFault('')
    void run(async () => {
      let added: { id: number } | null = null
      if (topic) {
        const body = { kind, version: topic.version, name: name.trim() }
        await api.call('PUT /v1/manage/topics/{topicId}', { params: { topicId: topic.id }, body })
      } else {
        added = await api.call('POST /v1/manage/topics', { body: { kind, name: name.trim() } })
      }
      showToast('success', topic ? '已改名' : '已添加')
      onDone(added && { ...added, name: name.trim() })
      onClose()
    })
  }
  const title = topic ? `改名：${topic.name}` : `添加${TOPIC_WORDS[kind]}`
  return (
    <ManageDialog
      title={title}
      onClose={onClose}
      actions={
        <DialogButtons
          type="submit"
          form="topic-name"
          disabled={isMissing}
          isBusy={isBusy}
          busyLabel="保存中"
          onClose={onClose}
        >
          保存
        </DialogButtons>
      }
    >
      <form id="topic-name" onSubmit={save}>
        <Field label="名称" error={fault || undefined} count={{ now: name.length, max: NAME_MAX }}>
          <TextInput
            autoComplete="off"
            maxLength={NAME_MAX}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
      </form>
    </ManageDialog>
  )
}

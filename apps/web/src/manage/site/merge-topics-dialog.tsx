import type { TopicKind } from '@portal/contract/site/topics.ts'
import { useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { TOPIC_WORDS } from '#manage/controls/dialogs/topic-name-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select } from '#manage/controls/forms/inputs.tsx'
import type { Topic } from './use-tags.ts'

interface MergeDialogProps {
  kind: TopicKind
  topic: Topic
  targets: readonly Topic[]
  onClose: () => void
  onDone: () => void
}

/** Moves all articles of a category or tag to another. */
export function MergeDialog({ kind, topic, targets, onClose, onDone }: MergeDialogProps) {
  const api = useApi()
  const [into, setInto] = useState('')
  const word = TOPIC_WORDS[kind]
  const others = targets.filter(({ id }) => id !== topic.id)
  const merge = async () => {
    const body = { kind, version: topic.version, into: Number(into) }
    const { articles } = await api.call('POST /v1/manage/topics/{topicId}/merge', {
      params: { topicId: topic.id },
      body,
    })
    showToast('success', `已合并，移动了 ${articles} 篇文章`)
    onDone()
  }
  return (
    <DangerDialog
      title={`合并${word}“${topic.name}”`}
      verb="合并"
      isIncomplete={into === ''}
      onConfirm={merge}
      onClose={onClose}
    >
      <p>
        其中的文章（含草稿）全部归入所选{word}，“{topic.name}”随即删除，不能撤回。旧地址与收藏的链接自动通向新的{word}。
      </p>
      <Field label={`并入哪个${word}`}>
        <Select
          value={into}
          options={[
            { value: '', label: '请选择' },
            ...others.map(({ id, name, articles }) => ({ value: String(id), label: `${name}（${articles} 篇）` })),
          ]}
          onChange={({ target }) => setInto(target.value)}
        />
      </Field>
    </DangerDialog>
  )
}

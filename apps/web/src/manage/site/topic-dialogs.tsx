import type { TopicKind } from '@portal/contract/site/topics.ts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { DialogButtons } from '#manage/controls/dialogs/dialog-buttons.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select, TextInput } from '#manage/controls/forms/inputs.tsx'
import type { Topic } from './use-tags.ts'

const WORDS: Readonly<Record<TopicKind, string>> = { category: '栏目', tag: '标签' }
const NAME_MAX = 20

interface NameDialogProps {
  kind: TopicKind
  /** `null`: a new topic. */
  topic: Topic | null
  onClose: () => void
  onDone: () => void
}

/** Adds a category or tag, or renames one. */
export function NameDialog({ kind, topic, onClose, onDone }: NameDialogProps) {
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
      if (topic) {
        const body = { kind, version: topic.version, name: name.trim() }
        await api.call('PUT /v1/manage/topics/{topicId}', { params: { topicId: topic.id }, body })
      } else {
        await api.call('POST /v1/manage/topics', { body: { kind, name: name.trim() } })
      }
      showToast('success', topic ? '已改名' : '已添加')
      onDone()
      onClose()
    })
  }
  const title = topic ? `改名：${topic.name}` : `添加${WORDS[kind]}`
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
  const word = WORDS[kind]
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

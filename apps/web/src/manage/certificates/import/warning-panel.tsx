import { DESK_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { formatNumber } from '#lib/format.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import type { Batch } from './batch-words.ts'
import styles from './import.module.css'

type Kind = Batch['warnings'][number]

/** Warnings by kind. One answer applies to all rows of a kind, and is stored with each certificate. */
export function WarningPanel({ batch }: { batch: Batch }) {
  return (
    <Panel title="答复警示">
      <div className={styles.store}>
        <p>同一结论的同一项目只答复一次，答复随每份证书保存。全部答复的证书可直接提交审批。</p>
        {batch.warnings.map((kind) => (
          <KindAnswer key={`${kind.member} ${kind.conclusion}`} batchId={batch.id} kind={kind} />
        ))}
      </div>
    </Panel>
  )
}

function KindAnswer({ batchId, kind }: { batchId: number; kind: Kind }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const { member, conclusion, text, rows, answer } = kind
  const [typed, setTyped] = useState(answer ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const save = async () => {
    if (typed.trim() === (answer ?? '')) return
    setFault(null)
    const options = { params: { id: batchId }, body: { member, conclusion, answer: typed.trim() } }
    try {
      await api.call('PUT /v1/manage/certificates/imports/{id}/answers', options)
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : '没有存上，请检查网络后重试；所填内容仍在')
      return
    }
    await revalidate()
  }
  return (
    <>
      <Field
        label={text}
        hint={`${conclusion || '没有结论'}，${formatNumber(rows)} 行${answer === null ? '' : '，已答复'}`}
      >
        <TextInput
          maxLength={DESK_MAX.answer}
          placeholder="写明为什么属实，如：已复测两次"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => void save()}
          onKeyDown={({ key }) => {
            if (key === 'Enter') void save()
          }}
        />
      </Field>
      {fault && (
        <Note tone="error" isLive>
          {fault}
        </Note>
      )}
    </>
  )
}

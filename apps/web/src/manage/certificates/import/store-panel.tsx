import { DESK_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'
import { formatNumber } from '#lib/format.ts'
import { CheckBox } from '#manage/controls/forms/check-box.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextInput } from '#manage/controls/forms/inputs.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Panel } from '#manage/controls/layout/panel.tsx'
import { Button } from '#ui/forms/button.tsx'
import { Link } from '#ui/link.tsx'
import hidden from '#ui/visually-hidden.module.css'
import { type Batch, countChanges } from './batch-words.ts'
import styles from './import.module.css'

const TARGETS = [
  { value: 'draft', title: '存为草稿', hint: '由制作人逐份核对后提交' },
  { value: 'submitted', title: '直接提交审批', hint: '批准人须是他人' },
] as const

/** The last step: all rows become drafts, or all are submitted, or none is stored. */
export function StorePanel({ batch }: { batch: Batch }) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const [target, setTarget] = useState<'draft' | 'submitted'>('draft')
  const [reason, setReason] = useState('')
  const [isStoring, setIsStoring] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const { counts, state, withoutReason } = batch
  const changes = countChanges(batch)
  const open = batch.warnings.filter(({ answer }) => answer === null)
  const isReady = state === 'ready' && counts.faulty === 0 && changes > 0
  const lacksReason = withoutReason > 0 && reason.trim() === ''

  const store = async () => {
    setIsStoring(true)
    setFault(null)
    const body = { target, ...(withoutReason > 0 && { reason: reason.trim() }) }
    const options = { params: { id: batch.id }, body }
    try {
      await api.call('POST /v1/manage/certificates/imports/{id}/store', options)
      await revalidate()
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : '没有入库，请检查网络后重试')
    }
    setIsStoring(false)
  }
  return (
    <Panel title="入库" span={5}>
      <div className={styles.store}>
        <fieldset className={styles.targets}>
          <legend className={hidden.root}>入库为</legend>
          {TARGETS.map(({ value, title, hint }) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
            <label key={value}>
              <CheckBox type="radio" name="target" checked={target === value} onChange={() => setTarget(value)} />
              <span>
                {title}
                <small>{hint}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {withoutReason > 0 && (
          <Field label={`更正原因，用于 ${withoutReason} 份`} hint="持有核对码的人会看到">
            <TextInput
              maxLength={DESK_MAX.reason}
              value={reason}
              onChange={({ target: { value } }) => setReason(value)}
            />
          </Field>
        )}
        {counts.faulty > 0 && (
          <Note tone="warning" title={`还有 ${formatNumber(counts.faulty)} 行有错。`}>
            全部改正才能入库：要么整个文件，要么一份也不入。
          </Note>
        )}
        {counts.faulty === 0 && target === 'submitted' && open.length > 0 && (
          <Note>{`还有 ${formatNumber(open.length)} 种警示未答复，有这些警示的证书先存为草稿。`}</Note>
        )}
        {fault && (
          <Note tone="error" isLive>
            {fault}
          </Note>
        )}
        <Button disabled={!isReady || lacksReason} isBusy={isStoring} onClick={() => void store()}>
          {`入库 ${formatNumber(changes)} 份`}
        </Button>
      </div>
    </Panel>
  )
}

export function StoredNote({ batch: { drafts, submitted } }: { batch: Batch }) {
  return (
    <Note tone="success" title="已全部入库。" isLive>
      {drafts > 0 && <Link to="/certificates?state=draft">{`草稿 ${formatNumber(drafts)} 份`}</Link>}
      {drafts > 0 && submitted > 0 && '，'}
      {submitted > 0 && <Link to="/certificates?state=waiting">{`已提交 ${formatNumber(submitted)} 份`}</Link>}
    </Note>
  )
}

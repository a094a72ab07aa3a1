import { titleOf } from '@portal/contract/certificates/rules/certificate-columns.ts'
import { DESK_MAX } from '@portal/contract/manage/certificates/desk-rules.ts'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { Field } from '#manage/controls/forms/field.tsx'
import { TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { KeyCaps } from '#manage/controls/keys/key-caps.tsx'
import { useKeys } from '#manage/controls/keys/use-keys.ts'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import styles from './desk.module.css'
import { type DeskWork, type FormField, sectionsOf } from './desk-words.ts'
import { useAutosave } from './use-autosave.ts'

const STATE_WORDS = {
  saved: '已保存',
  typing: '停笔后自动保存',
  saving: '正在保存',
  failed: '没有保存成功，文字仍在本页，请检查网络后继续',
  conflict: '他人刚刚改过这份证书。您的文字仍在本页：请记下后载入最新内容',
} as const

interface DraftFormProps {
  certificateNo: string
  work: DeskWork
}

/** The form of a certificate in work. It saves itself; faults and warnings are shown at their fields. */
export function DraftForm({ certificateNo, work }: DraftFormProps) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const draft = useAutosave(certificateNo, work)
  const { form, faults, warnings, answers, state } = draft
  const open = warnings.filter(({ key }) => !answers.some((answer) => answer.key === key))
  const free = Object.keys(form.fields).filter((name) => !isPlaced(name, form.category))

  async function submit() {
    if (!(await draft.flush())) return
    const call = { params: { certificateNo }, body: { revision: draft.revision() } }
    const done = await api.call('POST /v1/manage/certificates/{certificateNo}/submit', call).catch(() => null)
    if (done === null) return void revalidate()
    showToast('success', '已提交审批')
    await revalidate()
  }
  useKeys({ 'Mod+Enter': { words: '提交审批', act: () => void submit() } })

  const set = (member: string, value: string) => {
    const { [member]: _old, ...rest } = form.fields
    draft.change({ form: { ...form, fields: value === '' ? rest : { ...rest, [member]: value } } })
  }
  const answer = (key: string, text: string) => {
    const others = answers.filter((one) => one.key !== key)
    draft.change({ answers: text === '' ? others : [...others, { key, text }] })
  }
  const fieldOf = (field: FormField) => (
    <FormCell
      key={field.member}
      field={field}
      value={form.fields[field.member] ?? ''}
      fault={faults.find(({ member }) => member === field.member)?.text}
      onChange={(value) => set(field.member, value)}
    />
  )
  return (
    <div className={styles.form}>
      {work.returnReason && (
        <Note tone="warning" title="退回：">
          {work.returnReason}
        </Note>
      )}
      {sectionsOf(form.category).map(({ title, fields }) => (
        <fieldset className={styles.section} key={title}>
          <legend>{title}</legend>
          {fields.filter(({ isLong }) => !isLong).map(fieldOf)}
          {warnings
            .filter(({ member }) => fields.some((field) => field.member === member))
            .map(({ key, text }) => (
              <WarningBox
                key={key}
                text={text}
                answer={answers.find((one) => one.key === key)?.text ?? ''}
                onAnswer={(words) => answer(key, words)}
              />
            ))}
          {fields.filter(({ isLong }) => isLong).map(fieldOf)}
        </fieldset>
      ))}
      {free.length > 0 && (
        <fieldset className={styles.section}>
          <legend>其他项目</legend>
          {free.map((member) => fieldOf({ member, width: 6 }))}
        </fieldset>
      )}
      <div className={styles.bar}>
        <p className={styles.words} role="status">
          {faults.length > 0 && `${faults.length} 处错误；`}
          {open.length > 0 && `${open.length} 处警示待答复；`}
          {STATE_WORDS[state]}
        </p>
        {state === 'conflict' && (
          <Button variant="outline" onClick={() => window.location.reload()}>
            载入最新内容
          </Button>
        )}
        <Button disabled={faults.length > 0 || open.length > 0 || state === 'conflict'} onClick={() => void submit()}>
          提交审批 <KeyCaps of="Mod+Enter" />
        </Button>
      </div>
    </div>
  )
}

const isPlaced = (member: string, category: DeskWork['form']['category']) =>
  sectionsOf(category).some(({ fields }) => fields.some((field) => field.member === member))

interface FormCellProps {
  field: FormField
  value: string
  fault: string | undefined
  onChange: (value: string) => void
}

function FormCell({
  field: { member, width, isNumber = false, isLong, isDay },
  value,
  fault,
  onChange,
}: FormCellProps) {
  const common = { value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) }
  return (
    <div className={styles.cell} data-width={width}>
      <Field label={titleOf(member)} error={fault}>
        {isLong ? (
          <TextArea {...common} rows={2} maxLength={2000} />
        ) : (
          <TextInput {...common} maxLength={2000} isFigures={isNumber} {...(isDay && { type: 'date' })} />
        )}
      </Field>
    </div>
  )
}

interface WarningBoxProps {
  text: string
  answer: string
  onAnswer: (text: string) => void
}

/** A reading that does not fit the conclusion: it may be true, and then somebody says why. */
function WarningBox({ text, answer, onAnswer }: WarningBoxProps) {
  return (
    <div className={styles.warning}>
      <Note tone="warning" title="警示：">
        {text}。读数或结论有误请改正；复测属实，请写明复测情况：
        <div className={styles.answer}>
          <Field label="答复" count={{ now: answer.length, max: DESK_MAX.answer }}>
            <TextInput
              value={answer}
              maxLength={DESK_MAX.answer}
              placeholder="如：静水称重复测三次，结果一致"
              onChange={({ target }) => onAnswer(target.value)}
            />
          </Field>
        </div>
      </Note>
    </div>
  )
}

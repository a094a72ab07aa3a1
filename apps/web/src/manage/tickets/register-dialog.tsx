import { REGISTERED_MAX } from '@portal/contract/tickets/ticket-rules.ts'
import { type FormEvent, useId, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline, useBusy } from '#lib/api/use-busy.ts'
import { showToast } from '#lib/toasts.ts'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Field } from '#manage/controls/forms/field.tsx'
import { Select, TextArea, TextInput } from '#manage/controls/forms/inputs.tsx'
import { Button } from '#ui/forms/button.tsx'
import { focusFirstFault } from './focus-fault.ts'
import styles from './ticket-dialogs.module.css'
import { REGISTERED_SOURCES, REGISTERED_TYPES } from './ticket-words.ts'
import { useFormDraft } from './use-form-draft.ts'

const EMPTY = {
  source: 'phone',
  type: '2',
  name: '',
  phone: '',
  email: '',
  certificateNo: '',
  title: '',
  content: '',
}
type Values = typeof EMPTY
type Faults = Partial<Record<keyof Values, string>>

/** Finds the fault of each field. */
function findFaults({ name, email, title, content }: Values): Faults {
  const isMail = email.trim() === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email.trim())
  return {
    ...(name.trim() === '' && { name: '请填写称呼，如 李先生' }),
    ...(!isMail && { email: '邮箱不完整，如 li@example.cn' }),
    ...(title.trim() === '' && { title: '请填写标题' }),
    ...(content.trim() === '' && { content: '请填写对方所说的内容' }),
    ...(content.length > REGISTERED_MAX.content && { content: `最多 ${REGISTERED_MAX.content} 字` }),
  }
}

/** Optional members are left out when they are blank. */
function toBody({ source, type, phone, email, certificateNo, ...texts }: Values) {
  const optional = { phone: phone.trim(), email: email.trim(), certificateNo: certificateNo.trim() }
  const filledIn = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== ''))
  return {
    source: source === 'visit' ? ('visit' as const) : ('phone' as const),
    type: Number(type) as 1 | 2 | 3,
    name: texts.name.trim(),
    title: texts.title.trim(),
    content: texts.content,
    ...filledIn,
  }
}

interface RegisterDialogProps {
  onClose: () => void
  /** @param id id of the new ticket */
  onRegistered: (id: number) => void
}

/** 代客登记: a ticket for a customer who phoned or visited. Typed text stays until it is registered. */
export function RegisterDialog({ onClose, onRegistered }: RegisterDialogProps) {
  const api = useApi()
  const formId = useId()
  const { isBusy, run } = useBusy(showOffline)
  const { values, isChanged, set, clear } = useFormDraft('register-ticket', EMPTY)
  const [isChecked, setIsChecked] = useState(false)
  const faults = findFaults(values)
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    focusFirstFault(event.currentTarget, () => setIsChecked(true))
    if (isBusy || Object.keys(faults).length > 0) return
    void run(async () => {
      const { id } = await api.call('POST /v1/manage/tickets', { body: toBody(values) })
      clear()
      showToast('success', `已登记为 T-${id}`)
      onRegistered(id)
    })
  }
  return (
    <ManageDialog
      title="代客登记"
      size="medium"
      onClose={onClose}
      dismissOnScrim={false}
      actions={
        <>
          {isChanged && (
            <Button variant="quiet" onClick={clear}>
              清空
            </Button>
          )}
          <Button variant="outline" onClick={onClose}>
            先不登记
          </Button>
          <Button type="submit" form={formId} isBusy={isBusy} busyLabel="登记中">
            登记
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={handleSubmit} noValidate>
        <Fields values={values} set={set} faults={isChecked ? faults : {}} />
      </form>
    </ManageDialog>
  )
}

interface FieldsProps {
  values: Values
  set: (change: Partial<Values>) => void
  faults: Faults
}

function Fields({ values, set, faults }: FieldsProps) {
  const getInputProps = (name: Exclude<keyof typeof REGISTERED_MAX, 'content'>) => ({
    value: values[name],
    maxLength: REGISTERED_MAX[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [name]: target.value }),
  })
  return (
    <>
      <div className={styles.pair}>
        <Field label="来源">
          <Select
            value={values.source}
            options={REGISTERED_SOURCES}
            onChange={({ target }) => set({ source: target.value })}
          />
        </Field>
        <Field label="类型">
          <Select
            value={values.type}
            options={REGISTERED_TYPES}
            onChange={({ target }) => set({ type: target.value })}
          />
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="称呼" error={faults.name}>
          <TextInput {...getInputProps('name')} />
        </Field>
        <Field label="电话" isOptional>
          <TextInput {...getInputProps('phone')} type="tel" isFigures />
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="邮箱" isOptional error={faults.email} hint="填了就以邮件答复">
          <TextInput
            type="email"
            autoComplete="off"
            maxLength={254}
            value={values.email}
            onChange={({ target }) => set({ email: target.value })}
          />
        </Field>
        <Field label="证书编号" isOptional>
          <TextInput {...getInputProps('certificateNo')} isFigures autoCapitalize="characters" spellCheck={false} />
        </Field>
      </div>
      <Field label="标题" error={faults.title}>
        <TextInput {...getInputProps('title')} />
      </Field>
      <Field label="内容" error={faults.content} count={{ now: values.content.length, max: REGISTERED_MAX.content }}>
        <TextArea rows={5} value={values.content} onChange={({ target }) => set({ content: target.value })} />
      </Field>
    </>
  )
}

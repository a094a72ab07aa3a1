import { CircleAlert, PackageSearch } from '@lucide/icons'
import { useId } from 'react'
import field from '#domain/certificates/lookup-field.module.css'
import { createCodeFaultWords, createNumberFaultWords } from '#domain/certificates/number-fault-words.ts'
import type { LookupForm } from '#domain/certificates/use-lookup-form.ts'
import { Button } from '#ui/forms/button.tsx'
import { ProofLine } from '#ui/forms/proof-line.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/text-link.tsx'
import styles from './progress.module.css'
import { PROGRESS_FIELD, type ProgressResult } from './progress-action.ts'

const getNumberFault = createNumberFaultWords({
  kind: 'order',
  name: '委托单号',
  day: '预约日期',
  otherKind: '这不是委托单号',
})
const getCodeFault = createCodeFaultWords('查询码', '单据')

interface ProgressFormProps {
  form: LookupForm<ProgressResult>
  /** Whether samples can be announced on the site. */
  isOpen: boolean
}

/** The lookup form. It is a POST, so that it works without scripts and no address contains the code. */
export function ProgressForm({ form, isOpen }: ProgressFormProps) {
  const { Form, refs, readings, isBusy } = form
  const id = useId()
  const errors = { number: getNumberFault(readings.number), code: getCodeFault(readings.code) }
  const makeInputProps = (name: 'number' | 'code') => ({
    className: field.input,
    id: `${id}-${name}`,
    ref: refs[name],
    name: PROGRESS_FIELD[name],
    autoCapitalize: 'characters',
    autoCorrect: 'off',
    spellCheck: false,
    required: true,
    'aria-invalid': errors[name] ? true : undefined,
    'aria-describedby': errors[name] ? `${id}-${name}-error` : undefined,
    onBlur: () => form.handleBlur(name),
    onInput: () => form.handleInput(name),
  })
  return (
    <Form
      className={styles.formRoot}
      ref={refs.form}
      method="post"
      action="/orders/progress"
      aria-label="送检进度"
      autoComplete="off"
      noValidate
      onSubmit={form.handleSubmit}
    >
      <div className={styles.formFields}>
        <div className={styles.formField}>
          <label className={styles.formLabel} htmlFor={`${id}-number`}>
            委托单号
          </label>
          <input
            {...makeInputProps('number')}
            defaultValue={form.typedNumber}
            placeholder="WT 开头，16 位"
            enterKeyHint="next"
          />
          <ErrorLine id={`${id}-number-error`} text={errors.number} />
        </div>
        <div className={styles.formField}>
          <label className={styles.formLabel} htmlFor={`${id}-code`}>
            查询码
          </label>
          <input {...makeInputProps('code')} placeholder="6 位" maxLength={40} enterKeyHint="search" />
          <ErrorLine id={`${id}-code-error`} text={errors.code} />
        </div>
        <Button
          icon={PackageSearch}
          className={styles.formButton}
          type="submit"
          size="large"
          isBusy={isBusy}
          busyLabel="查询中"
        >
          查询进度
        </Button>
      </div>
      <ProofLine place="lookup" />
      <p className={styles.formLinks}>
        <span>两项在预约成功时给出。查询码丢了，收样时可换新的，印在回执上</span>
        <TextLink to="/my-orders">已登录？看我的委托</TextLink>
        {isOpen && <TextLink to="/orders/new">还没预约</TextLink>}
      </p>
    </Form>
  )
}

function ErrorLine({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p className={field.error} id={id}>
      <Icon of={CircleAlert} sizePx={16} />
      {text}
    </p>
  )
}

import { CircleAlert, ScanSearch } from '@lucide/icons'
import { type ReactNode, useId } from 'react'
import styles from '#domain/certificates/lookup-field.module.css'
import { LookupScale } from '#domain/certificates/lookup-scale.tsx'
import { Button } from '#ui/forms/button.tsx'
import { ProofLine } from '#ui/forms/proof-line.tsx'
import { Icon } from '#ui/icon.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { FIELD } from '../certificate-action.ts'
import { codeFaultText, numberFaultText } from './number-texts.ts'
import type { CheckForm } from './use-check-form.ts'

/**
 * The lookup form. A POST, so that it works without scripts and the code is in no address.
 * @param scan another way to enter the number, next to its label
 */
export function CheckFormFields({ form, scan }: { form: CheckForm; scan?: ReactNode }) {
  const { Form, refs, readings, isBusy } = form
  const id = useId()
  const numberError = numberFaultText(readings.number)
  const codeError = codeFaultText(readings.code)
  const input = (name: 'number' | 'code', error: string | undefined) => ({
    className: styles.input,
    id: `${id}-${name}`,
    ref: refs[name],
    name: FIELD[name],
    autoCapitalize: 'characters',
    autoCorrect: 'off',
    spellCheck: false,
    required: true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-${name}-hint${error ? ` ${id}-${name}-error` : ''}`,
    onBlur: () => form.handleBlur(name),
    onInput: () => form.handleInput(name),
  })
  return (
    <Form
      className={styles.root}
      ref={refs.form}
      method="post"
      action="/certificate-check"
      aria-label="证书查询"
      autoComplete="off"
      noValidate
      onSubmit={form.handleSubmit}
    >
      <div className={styles.labels} data-roomy={scan ? true : undefined}>
        <label htmlFor={`${id}-number`}>证书编号</label>
        <span className={styles.hint} id={`${id}-number-hint`}>
          字母与数字，不分大小写
        </span>
        {scan}
      </div>
      <input
        {...input('number', numberError)}
        defaultValue={form.typedNumber}
        placeholder="请输入证书编号"
        enterKeyHint="next"
      />
      <LookupScale />
      <ErrorLine id={`${id}-number-error`}>{numberError}</ErrorLine>

      <div className={styles.labels}>
        <label htmlFor={`${id}-code`}>核对码</label>
        <span className={styles.hint} id={`${id}-code-hint`}>
          证书刮开层下的 6 位字母与数字
        </span>
      </div>
      <div className={styles.row}>
        <input {...input('code', codeError)} placeholder="请输入核对码" maxLength={40} enterKeyHint="search" />
        <Button
          icon={ScanSearch}
          className={styles.button}
          type="submit"
          size="large"
          isBusy={isBusy}
          busyLabel="查询中"
        >
          查询证书
        </Button>
      </div>
      <ErrorLine id={`${id}-code-error`}>{codeError}</ErrorLine>
      <ProofLine place="lookup" />
      <p className={styles.foot}>
        <span>编号印在证书正面右上角，核对码在刮开层下</span>
        <TextLink to="/certificate-check#where">在哪里找</TextLink>
        <TextLink to="/rangeDetail">如何送检</TextLink>
      </p>
    </Form>
  )
}

function ErrorLine({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p className={styles.error} id={id}>
      <Icon of={CircleAlert} sizePx={16} />
      {children}
    </p>
  )
}

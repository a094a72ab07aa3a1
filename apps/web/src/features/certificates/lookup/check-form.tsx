import { CircleAlert, ScanSearch } from '@lucide/icons'
import { type ReactNode, useId } from 'react'
import styles from '#domain/certificates/lookup-field.module.css'
import { LookupScale } from '#domain/certificates/lookup-scale.tsx'
import { Button } from '#ui/forms/button.tsx'
import { ProofLine } from '#ui/forms/proof-line.tsx'
import { Icon } from '#ui/icon.tsx'
import { useClosedPaths } from '#ui/link.tsx'
import { TextLink } from '#ui/text-link.tsx'
import { FIELD, type PrintedVersion, writePrinted } from '../certificate-action.ts'
import { useTexts } from '../texts/texts.tsx'
import type { CheckForm } from './lookup-page.tsx'

interface CheckFormFieldsProps {
  form: CheckForm
  /** Version in the scanned QR code. */
  printed: PrintedVersion
  /** Another way to enter the number, next to its label. */
  scan?: ReactNode
}

/** The lookup form. It is a POST, so that it works without scripts and no address contains the code. */
export function CheckFormFields({ form, printed, scan }: CheckFormFieldsProps) {
  const { Form, refs, readings, isBusy } = form
  const { path, title, numberFault, codeFault, form: texts } = useTexts('lookup')
  const id = useId()
  const closed = useClosedPaths()
  const numberError = numberFault(readings.number)
  const codeError = codeFault(readings.code)
  const makeInputProps = (name: 'number' | 'code', error: string | undefined) => ({
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
      action={path}
      aria-label={title}
      autoComplete="off"
      noValidate
      onSubmit={form.handleSubmit}
    >
      {printed.version !== null && <input type="hidden" name={FIELD.printed} value={writePrinted(printed)} />}
      <div className={styles.labels} data-roomy={scan ? true : undefined}>
        <label htmlFor={`${id}-number`}>{texts.number}</label>
        <span className={styles.hint} id={`${id}-number-hint`}>
          {texts.numberHint}
        </span>
        {scan}
      </div>
      <input
        {...makeInputProps('number', numberError)}
        defaultValue={form.typedNumber}
        placeholder={texts.numberExample}
        enterKeyHint="next"
      />
      <LookupScale />
      <ErrorLine id={`${id}-number-error`}>{numberError}</ErrorLine>

      <div className={styles.labels}>
        <label htmlFor={`${id}-code`}>{texts.code}</label>
        <span className={styles.hint} id={`${id}-code-hint`}>
          {texts.codeHint}
        </span>
      </div>
      <div className={styles.row}>
        <input
          {...makeInputProps('code', codeError)}
          placeholder={texts.codeExample}
          maxLength={40}
          enterKeyHint="search"
        />
        <Button
          icon={ScanSearch}
          className={styles.button}
          type="submit"
          size="large"
          isBusy={isBusy}
          busyLabel={texts.busy}
        >
          {texts.submit}
        </Button>
      </div>
      <ErrorLine id={`${id}-code-error`}>{codeError}</ErrorLine>
      <ProofLine place="lookup" texts={texts.proof} />
      <p className={styles.foot}>
        <span>{texts.places}</span>
        <TextLink to={`${path}#where`}>{texts.where}</TextLink>
        {texts.progress && <TextLink to="/orders/progress">{texts.progress}</TextLink>}
        {!closed.includes('/rangeDetail') && <TextLink to="/rangeDetail">{texts.submission}</TextLink>}
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

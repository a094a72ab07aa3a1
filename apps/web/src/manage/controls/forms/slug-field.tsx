import { findSlugFault, proposeSlug, SLUG_MAX } from '@portal/contract/articles/slug-rules.ts'
import { Field } from './field.tsx'
import { TextInput } from './inputs.tsx'
import styles from './slug-field.module.css'

interface SlugFieldProps {
  /** Fixed part of the address, e.g. `/p/`. */
  path: string
  value: string
  /** Text from whose Latin words an address is proposed. */
  title: string
  hint?: string
  was?: string | undefined
  /** Shows the fault of an empty field too. */
  isChecked: boolean
  /** Fault that upstream has found. */
  refused?: string | null
  isTaken: (slug: string) => boolean
  isReadOnly?: boolean
  /** Shows the host before the path; a narrow column has no room for it. */
  hasHost?: boolean
  onChange: (slug: string) => void
}

/** Finds the fault of a typed address, those of other pages included. */
export function findTypedFault(slug: string, isTaken: (slug: string) => boolean): string | null {
  return findSlugFault(slug) ?? (isTaken(slug) ? '这个地址已有页面在用' : null)
}

/** The last part of an address. A wrong one comes with a valid proposal, which a press takes over. */
export function SlugField({
  path,
  value,
  title,
  hint,
  was,
  isChecked,
  refused,
  isTaken,
  hasHost = true,
  ...field
}: SlugFieldProps) {
  const isShown = isChecked || value !== ''
  const fault = isShown ? findTypedFault(value, isTaken) : null
  const proposal = proposeSlug(value === '' ? title : value, isTaken)
  const error = fault && (
    <span>
      {fault}，如{' '}
      <button type="button" className={styles.proposal} onClick={() => field.onChange(proposal)}>
        {proposal}
      </button>
    </span>
  )
  const fits = value !== '' && !fault && !refused
  return (
    <Field
      label="地址"
      place="读者看到的网址"
      error={error || refused || undefined}
      hint={[fits && '可以用', hint].filter(Boolean).join('，')}
      was={was}
    >
      <div className={styles.root}>
        <span>
          {hasHost && location.host}
          {path}
        </span>
        <TextInput
          className={styles.input}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SLUG_MAX}
          readOnly={field.isReadOnly}
          value={value}
          onChange={({ target }) => field.onChange(target.value.trim())}
        />
      </div>
    </Field>
  )
}

import { CircleAlert } from '@lucide/icons'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from '#lib/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './field.module.css'

export interface FieldProps {
  label: string
  /** Places on the site that show the value: 页脚、联系我们. */
  place?: string | undefined
  hint?: ReactNode
  /** Error message: the fault, and the accepted form. */
  error?: ReactNode
  /** Value before the change; an empty one is shown as 空. */
  was?: string | undefined
  isOptional?: boolean
  /** A word beside the label states how important the value is. */
  demand?: { word: string; isRequired: boolean } | undefined
  /** Length and limit in characters. */
  count?: { now: number; max: number }
  /** The value has a warning: `open` until it has an answer. */
  warned?: 'open' | 'answered' | undefined
  /** Ids of further descriptions. */
  describedBy?: string | undefined
  /** The field takes both columns of a `FieldGroup`. */
  isWide?: boolean
  /** Control: `TextInput`, `TextArea`, `Select`. */
  children: ReactNode
}

/** Attributes of the control inside a field. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
  'data-changed': true | undefined
  'data-warned': 'open' | 'answered' | undefined
}

const FieldContext = createContext<FieldControl | null>(null)

/** @throws Error outside of a `Field` */
export function useFieldControl(): FieldControl {
  const control = useContext(FieldContext)
  if (!control) throw new Error('no Field around this control')
  return control
}

/** The frame of a control: its name, the places that show the value, the error, the previous value. */
export function Field(props: FieldProps) {
  const { label, place, hint, error, was, isOptional = false, demand } = props
  const { count, warned, describedBy, isWide, children } = props
  const id = useId()
  const isChanged = was !== undefined
  const parts = [error && 'error', hint && 'hint', isChanged && 'was', count && 'count'].filter(Boolean)
  const control: FieldControl = {
    id,
    'aria-describedby': [...parts.map((part) => `${id}-${part}`), describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': demand?.isRequired ? true : undefined,
    'data-changed': isChanged || undefined,
    'data-warned': warned,
  }
  return (
    <div className={styles.root} data-wide={isWide || undefined}>
      <div className={styles.head}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys reach the control; a press focuses an editor, which is no form control */}
        <label
          className={styles.label}
          id={`${id}-label`}
          htmlFor={id}
          onClick={() => document.getElementById(id)?.focus()}
        >
          {label}
          {isOptional && <span className={styles.optional}>（选填）</span>}
        </label>
        {demand && (
          <span className={styles.demand} data-required={demand.isRequired || undefined}>
            {demand.word}
          </span>
        )}
        {isChanged && <span className={styles.changed}>已改</span>}
        <span className={styles.place}>
          {place}
          {count && (
            <span className={styles.count} id={`${id}-count`} data-over={count.now > count.max || undefined}>
              {count.now} / {count.max}
            </span>
          )}
        </span>
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldNotes id={id} error={error} was={was} hint={hint} />
    </div>
  )
}

function FieldNotes({ id, error, was, hint }: { id: string } & Pick<FieldProps, 'error' | 'was' | 'hint'>) {
  return (
    <>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <Icon of={CircleAlert} sizePx={16} />
          {error}
        </p>
      )}
      {was !== undefined && (
        <p className={styles.note} id={`${id}-was`}>
          原为：{was === '' ? '空' : was}
        </p>
      )}
      {hint && (
        <div className={styles.note} id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </>
  )
}

export interface FieldGroupProps {
  title: string
  /** Purpose of the group. */
  note?: ReactNode
  className?: string
  children: ReactNode
}

/** Fields of one subject: name and purpose at the left, fields in two columns. */
export function FieldGroup({ title, note, className, children }: FieldGroupProps) {
  const id = useId()
  return (
    <fieldset className={classNames(styles.group, className)} aria-labelledby={id}>
      <div className={styles.meaning}>
        <h2 id={id}>{title}</h2>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  )
}

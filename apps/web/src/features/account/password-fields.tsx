import { Eye, EyeOff } from '@lucide/icons'
import {
  findPasswordFault,
  PASSWORD_RULE,
  type PasswordEstimate,
  type PasswordOwner,
  ratePassword,
} from '@portal/contract/accounts/password-rule.ts'
import { useId, useState } from 'react'
import { Field, type FieldProps } from '#ui/forms/field.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import styles from './account-form.module.css'

type Estimate = (password: string, owner: PasswordOwner) => PasswordEstimate

/** `undefined` until loaded. Only event handlers and effects set it. */
let estimate: Estimate | undefined

async function loadEstimator(): Promise<void> {
  estimate ??= (await import('#domain/people/password-estimator.ts')).estimateStrength
}

/**
 * Reason for refusing a new password, in Chinese; `undefined` for a good one. Without the estimator only the length is
 * checked, and upstream checks the rest.
 */
export function judgeNewPassword(password: string, owner: PasswordOwner): string | undefined {
  return findPasswordFault(password, estimate?.(password, owner))
}

interface NewPasswordFieldProps
  extends Omit<FieldProps, 'type' | 'inset' | 'placeholder' | 'autoComplete' | 'hint' | 'value'> {
  value: string
  /** Account data, which must not be used as a password. */
  owner: PasswordOwner
}

const STRENGTHS = ['', '强度：弱，可以再长一些', '强度：中', '强度：强']

/** Field for a new password: shows the rule and, while typing, the strength or the reason of a refusal. */
export function NewPasswordField({ owner, ...field }: NewPasswordFieldProps) {
  const statusId = useId()
  const { value } = field
  const [isReady, setIsReady] = useState(estimate !== undefined)
  // When loading fails, for example offline, only upstream checks the password.
  const load = () => {
    loadEstimator().then(
      () => setIsReady(true),
      () => undefined,
    )
  }
  const fault = judgeNewPassword(value, owner)
  const strength = value && isReady && estimate && !fault ? ratePassword(estimate(value, owner)) : 0
  return (
    <div>
      <PasswordField
        {...field}
        hint={value ? undefined : PASSWORD_RULE}
        autoComplete="new-password"
        aria-describedby={statusId}
        onFocus={load}
      />
      <p className={styles.status} id={statusId} role="status">
        {value && !field.error && (
          <>
            <span className={styles.bars} data-strength={strength} aria-hidden="true">
              <span />
              <span />
              <span />
            </span>
            {/* Only the length can be confirmed without an estimate. */}
            {fault ?? (STRENGTHS[strength] || '长度符合要求')}
          </>
        )}
      </p>
    </div>
  )
}

/** Password field with a button to show the input. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'inset' | 'placeholder'>) {
  const [isShown, setIsShown] = useState(false)
  const toggle = (
    <IconButton
      icon={isShown ? EyeOff : Eye}
      label="显示密码"
      aria-pressed={isShown}
      onClick={() => setIsShown(!isShown)}
    />
  )
  return <Field {...props} placeholder={`请输入${props.label}`} type={isShown ? 'text' : 'password'} inset={toggle} />
}

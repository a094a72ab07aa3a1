import {
  PASSWORD_RULE,
  type PasswordEstimate,
  type PasswordOwner,
  type PasswordStrength,
  passwordFault,
  passwordStrength,
} from '@portal/contract/password-rule.ts'
import { useEffect, useId, useState } from 'react'
import type { FieldProps } from '#ui/forms/field.tsx'
import styles from './account-form.module.css'
import { PasswordField } from './password-field.tsx'

type Estimate = (password: string, owner: PasswordOwner) => PasswordEstimate

/** `undefined` until loaded. Only event handlers and effects set it. */
let estimate: Estimate | undefined

async function loadEstimator(): Promise<void> {
  estimate ??= (await import('./password-estimator.ts')).estimate
}

/**
 * Why a new password would be refused, in Chinese; `undefined` for a good one. Without the estimator only the length is
 * checked, and upstream checks the rest.
 */
export function newPasswordFault(password: string, owner: PasswordOwner): string | undefined {
  return passwordFault(password, estimate?.(password, owner))
}

export interface NewPasswordFieldProps extends Omit<FieldProps, 'type' | 'inset' | 'autoComplete' | 'hint' | 'value'> {
  value: string
  /** Account data, which must not be used as a password. */
  owner: PasswordOwner
}

/** Field for a new password: shows the rule and, while typing, the strength or the reason of a refusal. */
export function NewPasswordField({ owner, ...field }: NewPasswordFieldProps) {
  const statusId = useId()
  const [isReady, setIsReady] = useState(estimate !== undefined)
  const [isWanted, setIsWanted] = useState(false)
  const { value } = field
  useEffect(() => {
    if (!isWanted || isReady) return
    // When loading fails, e.g. offline, only upstream checks.
    loadEstimator().then(
      () => setIsReady(true),
      () => setIsWanted(false),
    )
  }, [isWanted, isReady])

  const fault = newPasswordFault(value, owner)
  const strength = value && isReady && estimate && !fault ? passwordStrength(estimate(value, owner)) : 0
  return (
    <div>
      <PasswordField
        {...field}
        hint={value ? undefined : PASSWORD_RULE}
        autoComplete="new-password"
        aria-describedby={statusId}
        onFocus={() => setIsWanted(true)}
      />
      <p className={styles.status} id={statusId} role="status">
        {value && !field.error && (
          <>
            <Bars strength={strength} />
            {fault ?? strengthText(strength)}
          </>
        )}
      </p>
    </div>
  )
}

function Bars({ strength }: { strength: PasswordStrength }) {
  return (
    <span className={styles.bars} data-strength={strength} aria-hidden="true">
      <span />
      <span />
      <span />
    </span>
  )
}

const STRENGTHS = ['', '强度：弱，可以再长一些', '强度：中', '强度：强']

/** Without an estimate only the length can be confirmed. */
const strengthText = (strength: number) => STRENGTHS[strength] || '长度符合要求'

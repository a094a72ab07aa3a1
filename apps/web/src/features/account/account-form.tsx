import type { ReactNode } from 'react'
import { Button } from '#ui/forms/button.tsx'
import { ProofLine } from '#ui/forms/proof-line.tsx'
import shared from '#ui/shared.module.css'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './account-form.module.css'
import type { Form } from './use-form.ts'

interface AccountFormProps<Name extends string> {
  form: Form<Name>
  submitLabel: string
  busyLabel: string
  children: ReactNode
  /** Links to the other modes, under the button. */
  footer: ReactNode
}

/** Frame of the three forms of the login dialog. */
export function AccountForm<Name extends string>({
  form,
  submitLabel,
  busyLabel,
  children,
  footer,
}: AccountFormProps<Name>) {
  return (
    <form {...form.form} className={shared.stack4}>
      <VisuallyHidden role="alert">{form.summary}</VisuallyHidden>
      {children}
      {form.retry && (
        <p className={shared.fault} role="alert">
          {form.retry}
        </p>
      )}
      <ProofLine place="account" />
      <Button type="submit" isBlock isBusy={form.isBusy} busyLabel={busyLabel}>
        {submitLabel}
      </Button>
      <div className={styles.footer}>{footer}</div>
    </form>
  )
}

/** Button that changes the mode. */
export function ModeButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.mode} onClick={onClick}>
      {children}
    </button>
  )
}

/** Modes 1 to 4 of the login dialog. */
export type LoginMode = 'login' | 'register' | 'forgot' | 'wechat'

export interface ModeProps {
  /** @param email prefilled after a registration or password reset */
  onModeChange: (mode: LoginMode, email?: string) => void
  /** Prefilled address. */
  email: string
  /** Login types that the site allows. */
  loginTypes: readonly number[]
  /** Official account: name and address of its QR code, empty when unknown. */
  wechat: { name: string; qrUrl: string }
}

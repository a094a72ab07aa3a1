import type { ReactNode } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import styles from '#ui/dialogs/form-dialog.module.css'
import { Button } from '#ui/forms/button.tsx'
import shared from '#ui/shared.module.css'
import { AccountForm, ModeButton } from '../account-form.tsx'
import { CodeField } from '../code-field.tsx'
import { PasswordField } from '../password-fields.tsx'
import type { Form } from '../use-form.ts'
import type { Security } from './account-security.tsx'

/** Message for an empty field `proof`. */
export function getMissingProofText({ hasPassword }: Security): string {
  return hasPassword ? '请输入当前密码' : '请输入验证码'
}

/** Converts the field `proof` to the member that the calls expect. */
export function toProof({ hasPassword }: Security, typed: string): { password: string } | { code: string } {
  return hasPassword ? { password: typed } : { code: typed.trim() }
}

interface ProofDialogProps<Name extends string> {
  title: string
  security: Security
  form: Form<Name | 'proof'>
  submitLabel: string
  onClose: () => void
  /** Text above the form. */
  intro?: ReactNode
  /** Fields above and below the field `proof`. */
  choices?: ReactNode
  children?: ReactNode
}

/** A form that the account's owner confirms with the current password or, without one, with a mailed code. */
export function ProofDialog<Name extends string>({ title, security, form, onClose, ...props }: ProofDialogProps<Name>) {
  const api = useApi()
  const { hasPassword, email } = security
  return (
    <Dialog title={title} titleClass={styles.title} className={styles.root} onClose={onClose}>
      {props.intro}
      {!hasPassword && email === null ? (
        <>
          <p className={shared.soft}>
            账号没有密码，也没有邮箱，无法确认是您本人操作。请先在“编辑资料”中填写邮箱，再回到这里。
          </p>
          <Button isBlock onClick={onClose}>
            知道了
          </Button>
        </>
      ) : (
        <AccountForm
          form={form}
          submitLabel={props.submitLabel}
          busyLabel="提交中"
          footer={<ModeButton onClick={onClose}>取消</ModeButton>}
        >
          {props.choices}
          {hasPassword ? (
            <PasswordField {...form.field('proof')} label="当前密码" autoComplete="current-password" />
          ) : (
            <>
              <p className={shared.soft}>验证码将发送到 {email}。</p>
              <CodeField {...form.field('proof')} send={() => api.call('POST /v1/user/code')} />
            </>
          )}
          {props.children}
        </AccountForm>
      )}
    </Dialog>
  )
}

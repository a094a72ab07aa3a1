import { useApi } from '#lib/api/api-context.ts'
import { CodeField } from '../code-field.tsx'
import { PasswordField } from '../password-field.tsx'
import type { Form } from '../use-form.ts'
import type { Security } from './use-security.ts'

export interface ProofFieldProps {
  security: Security
  field: ReturnType<Form<string>['field']>
}

/** Message for an empty field. */
export function proofMissing({ hasPassword }: Security): string {
  return hasPassword ? '请输入当前密码' : '请输入验证码'
}

/** In the form of the calls. */
export function proofOf({ hasPassword }: Security, typed: string): { password: string } | { code: string } {
  return hasPassword ? { password: typed } : { code: typed.trim() }
}

/** Field for the current password or, without one, a mailed code. */
export function ProofField({ security, field }: ProofFieldProps) {
  const api = useApi()
  if (security.hasPassword) {
    return <PasswordField {...field} label="当前密码" placeholder="请输入当前密码" autoComplete="current-password" />
  }
  return <CodeField {...field} send={() => api.call('POST /v1/user/code')} />
}

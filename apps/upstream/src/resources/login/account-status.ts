/** `status` of an account. `closing`: it can only be kept or left alone. `closed`: nothing personal is left of it. */
export const ACCOUNT_STATUS = { disabled: 0, normal: 1, closing: 2, closed: 3 } as const

/** Whoever closes an account has to log in to change their mind. */
export function mayLogIn(status: number): boolean {
  return status === ACCOUNT_STATUS.normal || status === ACCOUNT_STATUS.closing
}

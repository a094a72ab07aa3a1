/** `status` of an account. `closing`: its owner can only keep it or log out. `closed`: its personal data is erased. */
export const ACCOUNT_STATUS = { disabled: 0, normal: 1, closing: 2, closed: 3 } as const

/** The owner of a closing account must log in to keep it. */
export function mayLogIn(status: number): boolean {
  return status === ACCOUNT_STATUS.normal || status === ACCOUNT_STATUS.closing
}

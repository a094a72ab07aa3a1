import { randomUUID } from 'node:crypto'

/** A browser that has logged in before (sealed cookie); failed logins of others do not slow it down. */
export interface KnownDevice {
  id: string
  /** Keys of the accounts that it logged in to, newest last. */
  accounts: readonly string[]
}

/** Maximum number of accounts, enough for a family's tablet. */
const ACCOUNTS_MAX = 5

/** Returns the device after a login to this account. */
export function addAccount(device: KnownDevice | null, accountKey: string): KnownDevice {
  const others = device?.accounts.filter((known) => known !== accountKey) ?? []
  return { id: device?.id ?? randomUUID(), accounts: [...others, accountKey].slice(-ACCOUNTS_MAX) }
}

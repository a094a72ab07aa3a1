import { UserPage, userLoader, userMeta } from '#features/users/user-page.tsx'
import { lazyPart } from '#lib/lazy-part.ts'

const AccountSecurity = lazyPart(
  async () => (await import('#features/account/security/account-security.tsx')).AccountSecurity,
)

export const userWithAccountLoader = userLoader
export const userWithAccountMeta = userMeta

/** The user page with the security settings of the account. */
export function UserWithAccount() {
  return <UserPage security={AccountSecurity} />
}

import { UserPage } from '#features/users/user-page.tsx'
import { lazyPart } from '#lib/lazy-part.ts'

const AccountSecurity = lazyPart(
  async () => (await import('#features/account/security/account-security.tsx')).AccountSecurity,
)

export { userLoader as loader, userMeta as meta } from '#features/users/user-page.tsx'

/** The user page with the security settings of the account. */
export function Component() {
  return <UserPage security={AccountSecurity} />
}

import { UserPage } from '#features/users/user-page.tsx'
import { lazyPart } from '#lib/lazy-part.ts'
import { loadWithSheet } from './with-sheet.tsx'

const AccountSecurity = lazyPart(() =>
  loadWithSheet(
    'account',
    async () => (await import('#features/account/security/account-security.tsx')).AccountSecurity,
  ),
)

export { userLoader as loader, userMeta as meta } from '#features/users/user-page.tsx'

const SavedCertificates = lazyPart(() =>
  loadWithSheet(
    'certificates',
    async () => (await import('#features/certificates/saved/saved-certificates.tsx')).SavedCertificates,
  ),
)

/** The user page with the security settings of the account and the saved certificates. */
export function Component() {
  return <UserPage security={AccountSecurity} certificates={SavedCertificates} />
}

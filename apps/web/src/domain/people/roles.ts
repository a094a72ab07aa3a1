import { OWNER_ID } from '@portal/contract/constants.ts'
import type { UserInfo } from '#lib/session.ts'

type Member = Pick<UserInfo, 'id' | 'role'>

/** Whether the site belongs to this member. Upstreams without roles have one owner, known by the id. */
export function isOwner(user: Member | null): boolean {
  return user !== null && (user.role === 'owner' || (user.role == null && user.id === OWNER_ID))
}

/** Whether this member reviews what others write. What a role may do is upstream's to say; this is what is shown. */
export function isEditor(user: Member | null): boolean {
  return user !== null && (user.role === 'editor' || isOwner(user))
}

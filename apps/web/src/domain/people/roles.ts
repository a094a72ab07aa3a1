import { OWNER_ID } from '@portal/contract/constants.ts'
import type { UserInfo } from '#lib/session.ts'

type Member = Pick<UserInfo, 'id' | 'role'>

/** Upstreams without roles have one owner, recognised by its id. */
export function isOwner(user: Member | null): boolean {
  return user !== null && (user.role === 'owner' || (user.role == null && user.id === OWNER_ID))
}

/** Whether editing functions are shown; upstream decides what is allowed. */
export function isEditor(user: Member | null): boolean {
  return user !== null && (user.role === 'editor' || isOwner(user))
}

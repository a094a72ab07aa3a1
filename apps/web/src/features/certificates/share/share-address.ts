import { SHARE_PATH, SHARE_REVOKE_PATH } from '@portal/contract/certificates/keeping-rules.ts'

/** @param origin scheme and host of this site; empty: the path alone */
export function shareAddress(origin: string, { secret }: { secret: string }): string {
  return `${origin}${SHARE_PATH}${secret}`
}

export function revokeAddress(origin: string, key: string): string {
  return `${origin}${SHARE_REVOKE_PATH}?key=${key}`
}

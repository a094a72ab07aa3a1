import { FILE_NAME_PATTERN } from '@portal/contract/files.ts'

const UPLOADED = new RegExp(`^/file/img/${FILE_NAME_PATTERN.slice(1)}`)

/** Whether a picture lies on this site. */
export function isOwnPicture(address: string): boolean {
  return UPLOADED.test(address)
}

/** A whole address as a browser would write it; `undefined` for anything else. @param protocols e.g. `['https:']` */
export function webAddress(typed: string, protocols: readonly string[]): string | undefined {
  // Browsers drop line ends and tabs inside an address; what holds one is no address that somebody typed.
  if (/[\s\p{Cc}"<>\\]/u.test(typed)) return undefined
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  if (!url || !protocols.includes(url.protocol) || url.username || url.password) return undefined
  return url.href
}

/** Of a picture on this site, or anywhere over TLS; `undefined` for anything else. */
export function pictureAddress(typed: string): string | undefined {
  return isOwnPicture(typed) ? typed : webAddress(typed, ['https:'])
}

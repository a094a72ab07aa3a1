import { FILE_NAME_PATTERN } from '@portal/contract/files.ts'
import { carriesToken } from '@portal/contract/paths/addresses.ts'
import { badInput } from '#platform/errors.ts'

const UPLOADED = new RegExp(`^/file/img/(?:m/[0-9a-f]{32}/)?${FILE_NAME_PATTERN.slice(1)}`)

/** Returns whether a picture is served by this site. */
export function isOwnPicture(address: string): boolean {
  return UPLOADED.test(address)
}

/**
 * Normalises an absolute address as a browser would; `undefined` for anything else.
 * @param protocols e.g. `['https:']`
 */
function parseWebAddress(typed: string, protocols: readonly string[]): string | undefined {
  // Browsers remove line ends and tabs in an address; a typed address contains none.
  if (/[\s\p{Cc}"<>\\]/u.test(typed)) return undefined
  const url = URL.canParse(typed) ? new URL(typed) : undefined
  if (!url || !protocols.includes(url.protocol) || url.username || url.password) return undefined
  return url.href
}

/**
 * Checks the address of a web page. `subject` names the field in the errors.
 * @throws AppError for an incomplete address, and for one with a login token: a link to it could log its reader in to
 * another account
 */
export function requirePageAddress(typed: string, subject: string): string {
  const url = parseWebAddress(typed, ['http:', 'https:'])
  if (!url) throw badInput(`${subject}请填写以 http:// 或 https:// 开头的完整地址`)
  if (carriesToken(url)) throw badInput(`${subject}中带有登录凭证（token 参数），请去掉后再填写`)
  return url
}

/** Checks the address of a picture on this site, or anywhere over TLS; `undefined` for other text. */
export function parsePictureAddress(typed: string): string | undefined {
  return isOwnPicture(typed) ? typed : parseWebAddress(typed, ['https:'])
}

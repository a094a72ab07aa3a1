import type { updateUser } from '@portal/contract/accounts/users.ts'
import type { CallBody } from '@portal/contract/call.ts'
import { requireEmail } from '#accounts/login/email-codes.ts'
import { badInput } from '#platform/errors.ts'
import { parsePictureAddress, requirePageAddress } from '#platform/text/address.ts'
import { toOneLine } from '#platform/text/one-line.ts'

export const NICKNAME_MAX = 64
const INTRO_MAX = 255

/** Columns of `users` that the owner of an account writes. Columns that are left out stay unchanged. */
export interface ProfileChange {
  nickname?: string
  intro?: string | null
  web_site?: string | null
  avatar?: string
  bj_cover?: string | null
  email?: string | null
}

/**
 * Checks the address of a picture; `''` for none.
 * @throws AppError for anything but an uploaded picture or an https address
 */
function parsePicture(typed: string): string {
  const address = typed.trim()
  const url = address === '' ? '' : parsePictureAddress(address)
  if (url === undefined) throw badInput('图片地址不正确，请重新上传')
  return url
}

function parseWebSite(typed: string): string | null {
  const address = typed.trim()
  return address === '' ? null : requirePageAddress(address, '个人网站')
}

function parseNickname(typed: string): string {
  const nickname = toOneLine(typed, NICKNAME_MAX)
  if (nickname === '') throw badInput('请输入昵称')
  return nickname
}

/**
 * Checks a profile before it is stored: an empty member clears the column, one that is left out or null keeps it.
 * @throws AppError when a member is not accepted; nothing is changed then
 */
export function parseProfile(body: CallBody<typeof updateUser>): ProfileChange {
  const { nickname, intro, webSite, avatar, bjCover, email } = body
  return {
    ...(typeof nickname === 'string' && { nickname: parseNickname(nickname) }),
    ...(typeof intro === 'string' && { intro: toOneLine(intro, INTRO_MAX) || null }),
    ...(typeof webSite === 'string' && { web_site: parseWebSite(webSite) }),
    ...(typeof avatar === 'string' && { avatar: parsePicture(avatar) }),
    ...(typeof bjCover === 'string' && { bj_cover: parsePicture(bjCover) || null }),
    ...(typeof email === 'string' && { email: email.trim() === '' ? null : requireEmail(email) }),
  }
}

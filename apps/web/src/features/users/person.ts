import { isEditor } from '#domain/people/roles.ts'
import type { UserInfo } from '#lib/session.ts'

/** The public data of a user. */
export interface Person {
  id: string
  name: string
  intro: string
  /** Empty for none. */
  avatarUrl: string
  coverUrl: string
  /** An http(s) address, else `null`. */
  siteUrl: string | null
  registeredAt: string | null
  isFollowed: boolean
  isStaff: boolean
}

/** Pictures of this site, or over https. */
const PICTURE = /^(?:https:\/\/|\/file\/img\/)/

function pictureOf(url: string | null | undefined): string {
  const address = url?.trim() ?? ''
  return PICTURE.test(address) ? address : ''
}

/** @param id of the account: some upstreams answer with the id of a database row instead */
export function toPerson(user: Omit<UserInfo, 'id'>, id: string): Person {
  const site = user.webSite?.trim() ?? ''
  return {
    id,
    name: user.nickname?.trim() || '未署名',
    intro: user.intro?.trim() ?? '',
    avatarUrl: pictureOf(user.avatar),
    coverUrl: pictureOf(user.bjCover),
    siteUrl: /^https?:\/\//i.test(site) ? site : null,
    registeredAt: user.registerTime ?? null,
    isFollowed: user.isFollowed === true,
    isStaff: isEditor({ ...user, id }),
  }
}

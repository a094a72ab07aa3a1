import type { UserInfo } from '@portal/contract/accounts/users.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Account, SessionAccount } from '#accounts/sessions/session-repository.ts'
import type { Role } from '#platform/db/tables/accounts.ts'

/** Returns whether the name of an account with this role carries the badge. */
export const isStaff = (role: Role | null) => role === 'owner' || role === 'editor'

/** Converts an account to the members that every answer with a user has. The calls fill in further ones. */
export function toUserInfo(account: Account & Partial<Pick<SessionAccount, 'heldRole'>>): UserInfo {
  return {
    id: account.id,
    userInfoId: null,
    email: null,
    loginType: null,
    nickname: account.nickname,
    avatar: account.avatar,
    intro: account.intro,
    webSite: account.webSite,
    address: null,
    registerTime: null,
    lastLoginTime: null,
    articleCount: 0,
    collectCount: 0,
    noteCount: 0,
    commentCount: 0,
    fansCount: 0,
    watchCount: 0,
    qiDayFollowedCount: 0,
    bjCover: account.bjCover,
    role: account.heldRole ?? account.role,
    closeTime: account.closesAt === null ? null : toWireDateTime(account.closesAt),
  }
}

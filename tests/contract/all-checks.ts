import type { CallCheck } from './call-check.ts'
import { accountChecks } from './checks/account-checks.ts'
import { articleChecks } from './checks/article-checks.ts'
import { certificateChecks } from './checks/certificate-checks.ts'
import { chatChecks } from './checks/chat-checks.ts'
import { commentChecks, favouriteChecks, signChecks } from './checks/community-checks.ts'
import { invitationChecks } from './checks/invitation-checks.ts'
import { logChecks } from './checks/log-checks.ts'
import { loginChecks, logoutChecks } from './checks/login-checks.ts'
import { manageChecks } from './checks/manage-checks.ts'
import { mediaChecks } from './checks/media-checks.ts'
import { noticeChecks } from './checks/notice-checks.ts'
import { orderChecks } from './checks/order-checks.ts'
import { otherLoginChecks } from './checks/other-login-checks.ts'
import { partnerChecks } from './checks/partner-checks.ts'
import { reviewChecks } from './checks/review-checks.ts'
import { sayChecks } from './checks/say-checks.ts'
import { sessionChecks } from './checks/session-checks.ts'
import { siteChecks } from './checks/site-checks.ts'
import { userChecks } from './checks/user-checks.ts'
import { writingChecks } from './checks/writing-checks.ts'

/** All checks, in order of execution. */
export const allChecks: readonly CallCheck[] = [
  ...siteChecks,
  ...articleChecks,
  ...writingChecks,
  ...userChecks,
  ...accountChecks,
  ...commentChecks,
  ...favouriteChecks,
  ...sayChecks,
  ...signChecks,
  ...noticeChecks,
  ...chatChecks,
  ...certificateChecks,
  ...orderChecks,
  ...logChecks,
  ...partnerChecks,
  ...reviewChecks,
  ...manageChecks,
  ...mediaChecks,
  ...sessionChecks,
  ...loginChecks,
  ...invitationChecks,
  ...otherLoginChecks,
  ...logoutChecks,
]

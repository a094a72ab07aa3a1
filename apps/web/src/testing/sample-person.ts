import type { DataFor } from '@portal/contract/calls.ts'

type Person = DataFor<'GET /v1/manage/users/{id}'>
type PersonRow = DataFor<'GET /v1/manage/users'>['records'][number]

/** An editor in the form that the page of an account shows. */
export const MEMBER_ROW: PersonRow = {
  id: 'c'.repeat(32),
  nickname: '周记银楼',
  signingName: null,
  signingPicture: null,
  avatar: '',
  email: 'zhou@example.test',
  state: 'normal',
  disabledUntil: null,
  isEnrolled: false,
  createTime: '2026-03-02 09:00:00',
  lastLoginTime: '2026-11-19 08:00:00',
  duties: [],
  version: 4,
}

/** An editor, as the page shows an account. */
export const COLLEAGUE: Person = {
  ...MEMBER_ROW,
  id: 'd'.repeat(32),
  nickname: '沈砚秋',
  isEnrolled: true,
  version: 7,
  closeTime: null,
  duties: [{ duty: 'edit', since: '2026-03-02 09:00:00', byName: '顾怀瑾' }],
  isSelf: false,
  isLastOwner: false,
  factor: { passkeys: 1, hasTotp: false, recoveryCodes: 10 },
  openReports: 0,
  openTickets: 0,
  factorReset: null,
  sessions: [],
  penalties: [],
  signatories: [],
  events: [],
  counts: { articles: 0, comments: 0, posts: 0, feedback: 0, reportsAbout: 0, reportsMade: 0 },
}

import { DEFAULT_RULES } from '@portal/contract/certificates/rules/certificate-rules.ts'
import type { DeskCertificate, PendingChange } from '#manage/certificates/desk-words.ts'

export const DESK_NO = 'SH20261120000085'

/** Makes the draft of a new certificate for a turquoise. */
export const makePendingChange = (changes: Partial<PendingChange> = {}): PendingChange => ({
  kind: 'first',
  state: 'draft',
  version: 1,
  revision: 3,
  faults: [],
  warnings: [],
  answers: [],
  form: { category: 'turquoise', fields: { conclusion: '绿松石' }, pictures: [] },
  reason: null,
  returnReason: null,
  replaces: null,
  contentHash: null,
  writers: [],
  awaitsReview: false,
  isOpened: false,
  submittedBy: null,
  changeTime: '2026-11-20 10:42:18',
  ...changes,
})

/** Makes a certificate that is not published and has no pending change. */
export const makeDeskCertificate = (changes: Partial<DeskCertificate> = {}): DeskCertificate => ({
  certificateNo: DESK_NO,
  shownState: 'none',
  version: null,
  published: null,
  newerNo: null,
  pendingChange: null,
  events: [],
  rules: DEFAULT_RULES,
  marks: [],
  prints: 0,
  maySign: false,
  ...changes,
})

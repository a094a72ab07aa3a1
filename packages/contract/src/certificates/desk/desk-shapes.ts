import { type Static, Type } from 'typebox'
import { MARK_KINDS, type MarkKind } from '../../accounts/people-rules.ts'
import { nullable, nullableNumber, nullableString } from '../../shapes.ts'
import { FieldRule, Standard } from '../../site/site-settings.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificate-states.ts'
import { CertificateNo } from '../certificates.ts'
import {
  CHANGE_KINDS,
  CHANGE_STATES,
  type ChangeKind,
  type ChangeState,
  DESK_MAX,
  DESK_PICTURE,
  SHOWN_STATES,
  type ShownState,
} from './desk-rules.ts'
import { RAW_RECORD_KINDS, type RawRecordKind } from './raw-record-rules.ts'

export const category = Type.Unsafe<CertificateCategory>({ type: 'string', enum: Object.keys(CERTIFICATE_CATEGORIES) })
export const changeState = Type.Unsafe<ChangeState>({ type: 'string', enum: [...CHANGE_STATES] })
export const changeKind = Type.Unsafe<ChangeKind>({ type: 'string', enum: [...CHANGE_KINDS] })
export const shownState = Type.Unsafe<ShownState>({ type: 'string', enum: [...SHOWN_STATES] })

/** Name of an uploaded picture. */
const fileName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,80}\\.(?:png|jpe?g|webp)$', examples: ['a.png'] })

/** An unpublished certificate as typed: see `rules/desk-fields.ts`. */
export const DeskForm = Type.Object(
  {
    category,
    fields: Type.Record(Type.String({ pattern: '^.{1,40}$' }), Type.String({ maxLength: 2000 }), {
      maxProperties: 80,
      examples: [{ conclusion: '绿松石' }],
    }),
    pictures: Type.Array(
      Type.Object({ file: fileName, caption: Type.String({ maxLength: 80 }), widthMm: Type.String({ maxLength: 12 }) }),
      { maxItems: DESK_PICTURE.max },
    ),
  },
  {
    examples: [{ category: 'turquoise', fields: { conclusion: '绿松石' }, pictures: [] }],
  },
)

/** An answer to a warning: the reading was repeated and is confirmed. */
export const WarningAnswer = Type.Object({
  key: Type.String({ maxLength: 4200 }),
  text: Type.String({ minLength: 1, maxLength: DESK_MAX.answer }),
})
export type WarningAnswer = Static<typeof WarningAnswer>

const fault = Type.Object({ member: nullableString, text: Type.String() })
const warning = Type.Object({ member: nullableString, text: Type.String(), key: Type.String() })

/** What the owner decides about certificates: see `rules/certificate-rules.ts`. */
export const CertificateRules = Type.Object({
  requiredFields: Type.Array(FieldRule),
  standards: Type.Array(Standard),
})

/** A mark of accreditation and its scope: see `rules/marks.ts`. */
export const LicensedMark = Type.Object({
  kind: Type.Unsafe<MarkKind>({ type: 'string', enum: [...MARK_KINDS] }),
  number: Type.String(),
  categories: Type.Array(category),
  standards: Type.Array(Type.String()),
  validTo: Type.String(),
  isPrinted: Type.Boolean(),
})

/** A row of the list. */
export const DeskRow = Type.Object({
  certificateNo: CertificateNo,
  shownState,
  changeState: nullable(changeState),
  workKind: nullable(changeKind),
  /** Version of the pending change, or else the newest published version. */
  version: Type.Integer(),
  category: nullable(category),
  conclusion: nullableString,
  totalMassG: nullableNumber,
  /** Number of warnings of the pending change. */
  warnings: Type.Integer(),
  /** Number of those warnings that have no answer. */
  unanswered: Type.Integer(),
  preparedBy: nullableString,
  reviewedBy: nullableString,
  approvedBy: nullableString,
  /** Time of the last save, step or import. */
  changeTime: Type.String(),
  /** It is submitted, and its category needs a review that nobody has given yet. */
  awaitsReview: Type.Optional(Type.Boolean()),
  /** One signatory alone withdrew it, and a second one has not confirmed it yet. */
  isUnconfirmed: Type.Optional(Type.Boolean()),
  /** It was recovered after a backup was restored, and is not checked yet. */
  isRecovered: Type.Optional(Type.Boolean()),
})
export type DeskRow = Static<typeof DeskRow>

/** A file of an instrument. Its bytes are stored as they were uploaded. */
export const RawRecord = Type.Object({
  id: Type.String(),
  /** Version of the certificate that it belongs to. */
  version: Type.Integer(),
  fileName: Type.String(),
  kind: Type.Unsafe<RawRecordKind>({ type: 'string', enum: RAW_RECORD_KINDS }),
  bytes: Type.Integer(),
  /** Hex. */
  sha256: Type.String(),
  instrument: nullableString,
  byName: Type.String(),
  time: Type.String(),
  /** The version is approved: the record never changes any more. */
  isApproved: Type.Boolean(),
})
export type RawRecord = Static<typeof RawRecord>

/** The pending change of a number. */
export const PendingChange = Type.Object({
  kind: changeKind,
  state: changeState,
  version: Type.Integer(),
  /** Rises with each save; a write names the revision that it has read. */
  revision: Type.Integer(),
  form: DeskForm,
  answers: Type.Array(WarningAnswer),
  faults: Type.Array(fault),
  warnings: Type.Array(warning),
  /** Reason for a correction or a withdrawal; holders of the code read it. */
  reason: nullableString,
  returnReason: nullableString,
  /** The number that this new certificate replaces. */
  replaces: nullableString,
  /** Withdrawal: version of the correction that is suspended meanwhile, and discarded when the withdrawal is approved. */
  setsAside: Type.Optional(Type.Integer()),
  /** SHA-256 of the submitted text, hex; `null` in other states. */
  contentHash: nullableString,
  /** Person who began it. */
  preparedBy: Type.Optional(Type.Object({ id: Type.String(), nickname: Type.String() })),
  /** All people who have written parts of this version. */
  writers: Type.Array(Type.Object({ id: Type.String(), nickname: Type.String() })),
  /** Its category needs a review that nobody has given yet; `false` in other states than `submitted`. */
  awaitsReview: Type.Boolean(),
  /** Person who has reviewed the submitted text. */
  reviewer: Type.Optional(Type.Object({ id: Type.String(), name: Type.String(), time: Type.String() })),
  /** A person who may review or approve it has opened it since it was submitted. */
  isOpened: Type.Boolean(),
  submittedBy: nullableString,
  changeTime: Type.String(),
  /** Submitted text: raw records of this version, which the hash covers; left out when there are none. */
  rawRecords: Type.Optional(Type.Array(RawRecord)),
})
export type PendingChange = Static<typeof PendingChange>

/** An event in the history of a number. */
export const DeskEvent = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  /** A step of `DESK_STEPS`, or `create`, `write`, `correct`, `withdraw`, `reissue`, `publish`, `import`. */
  step: Type.String(),
  /** `null`: a command of the operator. */
  byName: nullableString,
  time: Type.String(),
  reason: nullableString,
})

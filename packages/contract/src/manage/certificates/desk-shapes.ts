import { type Static, Type } from 'typebox'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../../certificates/certificate-states.ts'
import { CertificateNo } from '../../certificates/certificates.ts'
import { nullable, nullableNumber, nullableString } from '../../shapes.ts'
import {
  DESK_MAX,
  DESK_PICTURE,
  SHOWN_STATES,
  type ShownState,
  WORK_KINDS,
  WORK_STATES,
  type WorkKind,
  type WorkState,
} from './desk-rules.ts'

export const category = Type.Unsafe<CertificateCategory>({ type: 'string', enum: Object.keys(CERTIFICATE_CATEGORIES) })
export const workState = Type.Unsafe<WorkState>({ type: 'string', enum: [...WORK_STATES] })
export const workKind = Type.Unsafe<WorkKind>({ type: 'string', enum: [...WORK_KINDS] })
export const shownState = Type.Unsafe<ShownState>({ type: 'string', enum: [...SHOWN_STATES] })

/** Name of an uploaded picture. */
const fileName = Type.String({ pattern: '^[A-Za-z0-9_-]{1,80}\\.(?:png|jpe?g|webp)$', examples: ['a.png'] })

/** A certificate in work, as typed: see `rules/desk-fields.ts`. */
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

/** An answer to a warning: the reading was repeated and stands. */
export const WarningAnswer = Type.Object({
  key: Type.String({ maxLength: 4200 }),
  text: Type.String({ minLength: 1, maxLength: DESK_MAX.answer }),
})
export type WarningAnswer = Static<typeof WarningAnswer>

const fault = Type.Object({ member: nullableString, text: Type.String() })
const warning = Type.Object({ member: nullableString, text: Type.String(), key: Type.String() })

/** A row of the list. */
export const DeskRow = Type.Object({
  certificateNo: CertificateNo,
  shownState,
  workState: nullable(workState),
  workKind: nullable(workKind),
  /** Of the work; without one the newest published. */
  version: Type.Integer(),
  category: nullable(category),
  conclusion: nullableString,
  totalMassG: nullableNumber,
  /** Warnings of the work. */
  warnings: Type.Integer(),
  /** Those of them without an answer. */
  unanswered: Type.Integer(),
  preparedBy: nullableString,
  approvedBy: nullableString,
  changeTime: Type.String(),
  /** Withdrawn by one signatory alone, and not confirmed yet. */
  isUnconfirmed: Type.Optional(Type.Boolean()),
  /** Brought back after the restore of a backup, and not checked yet. */
  isRecovered: Type.Optional(Type.Boolean()),
})
export type DeskRow = Static<typeof DeskRow>

/** The piece of work on a number. */
export const DeskWork = Type.Object({
  kind: workKind,
  state: workState,
  version: Type.Integer(),
  /** Rises with each save; a write names the one that it saw. */
  revision: Type.Integer(),
  form: DeskForm,
  answers: Type.Array(WarningAnswer),
  faults: Type.Array(fault),
  warnings: Type.Array(warning),
  /** Why a published certificate is corrected or withdrawn; holders of the code read it. */
  reason: nullableString,
  returnReason: nullableString,
  /** The number that this new certificate takes the place of. */
  replaces: nullableString,
  /** Of a withdrawal: the version whose correction waits meanwhile, and is given up when this is approved. */
  setsAside: Type.Optional(Type.Integer()),
  /** SHA-256 of the submitted text, hex; `null` in other states. */
  contentHash: nullableString,
  /** Everybody who has written something of this version. */
  writers: Type.Array(Type.Object({ id: Type.String(), nickname: Type.String() })),
  /** Somebody who may approve has opened it since it was submitted. */
  isOpened: Type.Boolean(),
  submittedBy: nullableString,
  changeTime: Type.String(),
})
export type DeskWork = Static<typeof DeskWork>

/** A step in the life of a number. */
export const DeskAct = Type.Object({
  id: Type.Integer(),
  version: Type.Integer(),
  /** A step of `DESK_STEPS`, or `create`, `correct`, `withdraw`, `reissue`, `publish`, `import`. */
  act: Type.String(),
  /** `null`: the operator's command. */
  byName: nullableString,
  time: Type.String(),
  reason: nullableString,
})

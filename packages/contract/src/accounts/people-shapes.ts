import { type Static, Type } from 'typebox'
import { AuditChange } from '../audit/audit.ts'
import { nullable, nullableString } from '../shapes.ts'
import { DUTIES, type Duty } from './duties.ts'
import { SignatoryRecord } from './signatories.ts'

export const duty = Type.Unsafe<Duty>({ type: 'string', enum: [...DUTIES] })
export const dutyList = Type.Array(duty, { maxItems: DUTIES.length, uniqueItems: true, examples: [['edit']] })
const state = Type.Unsafe<'normal' | 'disabled' | 'closing'>({
  type: 'string',
  enum: ['normal', 'disabled', 'closing'],
})
/** Version of an account, which rises with each change by staff. */
export const version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** Random code, 256 bits in base64url; only its digest is stored. */
export const secretCode = Type.String({ pattern: '^[\\w-]{43}$', examples: ['A'.repeat(43)] })

const accountFacts = {
  id: Type.String(),
  nickname: Type.String(),
  /** Name printed on certificates; `null`: the person prepares and approves none. */
  signingName: nullableString,
  /** SHA-256 of the picture of the signature; `null`: certificates show the name alone. */
  signingPicture: nullableString,
  avatar: Type.String(),
  /** Address; those of members are masked except for owners. */
  email: nullableString,
  state,
  /** `null`: not disabled, or disabled until it is lifted. */
  disabledUntil: nullableString,
  /** A method of the second factor is set up. */
  isEnrolled: Type.Boolean(),
  createTime: Type.String(),
  lastLoginTime: nullableString,
}

export const PersonRow = Type.Object({
  ...accountFacts,
  duties: Type.Array(duty),
  /** Version for changes to several accounts at once. */
  version,
  /** View `reported`: number of comments with an open ticket. */
  openReports: Type.Optional(Type.Integer()),
})
export type PersonRow = Static<typeof PersonRow>

/** A time during which an account is or was disabled. */
export const Penalty = Type.Object({
  id: Type.Integer(),
  reason: Type.String(),
  byName: Type.String(),
  time: Type.String(),
  /** Time at which it ends automatically; `null`: it ends when it is lifted. */
  endTime: nullableString,
  liftedTime: nullableString,
  /** `null`: not lifted, or ended automatically. */
  liftedByName: nullableString,
})
export type Penalty = Static<typeof Penalty>

/** An action of staff on the account, from the audit log. */
export const PersonEvent = Type.Object({
  time: Type.String(),
  actorName: Type.String(),
  action: Type.String(),
  changes: Type.Array(AuditChange),
})
export type PersonEvent = Static<typeof PersonEvent>

export const Person = Type.Object({
  ...accountFacts,
  version,
  /** Time at which the account will be erased; `null` unless it is being closed. */
  closeTime: nullableString,
  duties: Type.Array(Type.Object({ duty, since: Type.String(), byName: nullableString })),
  /** The account is the caller's, whose duties and state another person must change. */
  isSelf: Type.Boolean(),
  /** The account is the only one with which an owner can log in. */
  isLastOwner: Type.Boolean(),
  factor: Type.Object({ passkeys: Type.Integer(), hasTotp: Type.Boolean(), recoveryCodes: Type.Integer() }),
  /** Number of the person's comments with an open ticket. */
  openReports: Type.Integer(),
  /** Number of tickets assigned to the person, which are reassigned once the account is disabled. */
  openTickets: Type.Integer(),
  /** The pending reset of the second factor. */
  factorReset: nullable(
    Type.Object({
      dueTime: Type.String(),
      byName: Type.String(),
      /** Whether the mail to the holder was sent. Without it the holder could not object, and nothing is reset. */
      isMailed: Type.Boolean(),
    }),
  ),
  sessions: Type.Array(
    Type.Object({
      id: Type.String(),
      device: nullableString,
      createTime: Type.String(),
      lastUseTime: nullableString,
      /** The second factor was proved in this session. */
      isProven: Type.Boolean(),
    }),
  ),
  penalties: Type.Array(Penalty),
  signatories: Type.Array(SignatoryRecord),
  /** Records of those who stand in for the person, now or later; left out when there are none. */
  deputies: Type.Optional(Type.Array(SignatoryRecord)),
  /** Last fifty events, newest first. */
  events: Type.Array(PersonEvent),
  /** Counts, exact up to 1,000 each. */
  counts: Type.Object({
    articles: Type.Integer(),
    comments: Type.Integer(),
    posts: Type.Integer(),
    feedback: Type.Integer(),
    reportsAbout: Type.Integer(),
    reportsMade: Type.Integer(),
  }),
})
export type Person = Static<typeof Person>

export const Writing = Type.Object({
  /** Key of the row, `after` of the next page. */
  key: Type.String(),
  /** Title or first words, plain text. */
  text: Type.String(),
  /** Id of the article, the post or the ticket that it is or belongs to. */
  targetId: Type.String(),
  /** State of publication of an article, state of a ticket, or reason of a report. */
  state: nullableString,
  time: Type.String(),
  /** Report: the ticket about the comment. */
  ticket: Type.Optional(nullable(Type.Object({ id: Type.Integer(), state: Type.String() }))),
})
export type Writing = Static<typeof Writing>

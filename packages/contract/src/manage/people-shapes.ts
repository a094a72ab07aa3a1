import { type Static, Type } from 'typebox'
import { nullable, nullableString } from '../shapes.ts'
import { AuditChange } from './audit.ts'
import { DUTIES, type Duty } from './duties.ts'
import { SignatoryRecord } from './signatories.ts'

export const duty = Type.Unsafe<Duty>({ type: 'string', enum: [...DUTIES] })
export const dutyList = Type.Array(duty, { maxItems: DUTIES.length, uniqueItems: true, examples: [['edit']] })
const state = Type.Unsafe<'normal' | 'disabled' | 'closing'>({
  type: 'string',
  enum: ['normal', 'disabled', 'closing'],
})
/** Of an account: rises with each change by staff. */
export const version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
/** Random, 256 bits in base64url; only its digest is stored. */
export const secretCode = Type.String({ pattern: '^[\\w-]{43}$', examples: ['A'.repeat(43)] })

const accountFacts = {
  id: Type.String(),
  nickname: Type.String(),
  /** Printed on certificates; `null`: prepares and approves none. */
  signingName: nullableString,
  avatar: Type.String(),
  /** Addresses of members are masked except for owners. */
  email: nullableString,
  state,
  /** `null`: not disabled, or until it is lifted. */
  disabledUntil: nullableString,
  /** A method of the second factor is set up. */
  isEnrolled: Type.Boolean(),
  createTime: Type.String(),
  lastLoginTime: nullableString,
}

export const PersonRow = Type.Object({
  ...accountFacts,
  duties: Type.Array(duty),
  /** For changes to several at once. */
  version,
  /** Of the view `reported`: comments with an open ticket. */
  openReports: Type.Optional(Type.Integer()),
})
export type PersonRow = Static<typeof PersonRow>

/** A time during which an account is or was disabled. */
export const Penalty = Type.Object({
  id: Type.Integer(),
  reason: Type.String(),
  byName: Type.String(),
  time: Type.String(),
  /** When it ends by itself; `null`: when it is lifted. */
  endTime: nullableString,
  liftedTime: nullableString,
  /** `null`: not lifted, or it ended by itself. */
  liftedByName: nullableString,
})
export type Penalty = Static<typeof Penalty>

/** Something that staff did to the account, from the audit log. */
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
  /** When it will be erased; `null` unless it is being closed. */
  closeTime: nullableString,
  duties: Type.Array(Type.Object({ duty, since: Type.String(), byName: nullableString })),
  /** The caller: nobody changes the own account here. */
  isSelf: Type.Boolean(),
  /** No other owner could log in without this account. */
  isLastOwner: Type.Boolean(),
  factor: Type.Object({ passkeys: Type.Integer(), hasTotp: Type.Boolean(), recoveryCodes: Type.Integer() }),
  /** Comments of the person with an open ticket. */
  openReports: Type.Integer(),
  /** Tickets in the person's charge, which wait for another person once the account is disabled. */
  openTickets: Type.Integer(),
  /** A reset that was asked for. */
  factorReset: nullable(
    Type.Object({
      dueTime: Type.String(),
      byName: Type.String(),
      /** Otherwise its holder could not object, and nothing is reset. */
      isMailed: Type.Boolean(),
    }),
  ),
  sessions: Type.Array(
    Type.Object({
      id: Type.String(),
      device: nullableString,
      createTime: Type.String(),
      lastUseTime: nullableString,
      /** The second factor was proved in it. */
      isProven: Type.Boolean(),
    }),
  ),
  penalties: Type.Array(Penalty),
  signatories: Type.Array(SignatoryRecord),
  /** Newest first, the last fifty. */
  events: Type.Array(PersonEvent),
  /** Up to 1,000 each. */
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
  /** Of the next page: `after`. */
  key: Type.String(),
  /** Title or beginning, plain text. */
  text: Type.String(),
  /** Of the article, the post or the ticket that it is or belongs to. */
  targetId: Type.String(),
  /** Publication state of articles, state of a ticket; the reason of a report. */
  state: nullableString,
  time: Type.String(),
  /** Of a report: the ticket about the comment. */
  ticket: Type.Optional(nullable(Type.Object({ id: Type.Integer(), state: Type.String() }))),
})
export type Writing = Static<typeof Writing>

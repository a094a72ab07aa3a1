import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '../certificates/certificate-states.ts'
import { nothing, nullable, nullableString, userId, wireDay } from '../shapes.ts'
import { MARK_KINDS, MARK_STANDARDS_MAX, type MarkKind, SIGNATORY_MAX } from './people-rules.ts'

/** Ours: signatories of certificates, and the marks of the laboratory that certificates may show. */

/** `yyyy-MM-dd`, the laboratory's day (UTC+8). */
const category = Type.Unsafe<CertificateCategory>({ type: 'string', enum: Object.keys(CERTIFICATE_CATEGORIES) })
const categories = Type.Array(category, { minItems: 1, maxItems: 6, uniqueItems: true, examples: [['jade']] })
const version = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const recordForm = {
  /** Professional title, e.g. `高级工程师`. */
  title: Type.String({ minLength: 1, maxLength: SIGNATORY_MAX.title }),
  categories,
  validFrom: wireDay,
  /** Last day of validity. */
  validTo: wireDay,
}

/** An authorisation to sign certificates of these categories on these days. */
export const SignatoryRecord = Type.Object({
  id: Type.Integer(),
  personId: Type.String(),
  nickname: Type.String(),
  /** Name printed on certificates; `null`: the person signs none until an owner sets a name. */
  signingName: nullableString,
  ...recordForm,
  /** Signatory whom the person stands in for; `null`: an authorisation of its own. */
  deputyFor: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  version,
  /** `null`: the authorisation was not withdrawn. */
  withdrawnTime: nullableString,
  updateTime: Type.String(),
})
export type SignatoryRecord = Static<typeof SignatoryRecord>

const ofOwner = { access: 'staff', duties: ['owner'], fresh: true } as const
const byNumber = Type.Object({ number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) })

export const listSignatories = defineCall('GET /v1/manage/signatories', {
  access: 'staff',
  summary: 'Ours: signatory records, newest first; the last 200',
  data: Type.Array(SignatoryRecord),
})

export const addSignatory = defineCall('POST /v1/manage/signatories', {
  ...ofOwner,
  audit: 'signatory.add',
  summary: 'Ours: authorises an account with the duty to approve',
  body: Type.Object({ personId: userId, ...recordForm }),
  data: nothing,
})

export const changeSignatory = defineCall('PUT /v1/manage/signatories/{number}', {
  ...ofOwner,
  audit: 'signatory.change',
  summary: 'Ours: changes an authorisation',
  params: byNumber,
  body: Type.Object({ ...recordForm, version }),
  data: nothing,
})

export const withdrawSignatory = defineCall('DELETE /v1/manage/signatories/{number}', {
  ...ofOwner,
  audit: 'signatory.withdraw',
  summary: 'Ours: withdraws an authorisation, which stays on record',
  params: byNumber,
  data: nothing,
})

export const addDeputy = defineCall('POST /v1/manage/signatories/{number}/deputies', {
  ...ofOwner,
  audit: 'signatory.delegate',
  summary:
    'Ours: lets another account with the duty to approve sign in the scope of an authorisation, from a day to a day',
  params: byNumber,
  body: Type.Object({ deputyId: userId, validFrom: wireDay, validTo: wireDay }),
  data: nothing,
})

export const Mark = Type.Object({
  kind: Type.Unsafe<MarkKind>({ type: 'string', enum: [...MARK_KINDS] }),
  number: Type.String(),
  /** Categories of certificates that may show the mark. */
  categories: Type.Array(category),
  /** Scope in the words of the attachment to the licence. */
  scope: Type.String(),
  /** Standards in the scope; a certificate that names another one carries no mark. */
  standards: Type.Array(Type.String()),
  /** Last day of validity: nothing approved after it carries the mark. */
  validTo: Type.String(),
  /** Certificates carry the mark. */
  isPrinted: Type.Boolean(),
  /** Today is within the validity. */
  isValid: Type.Boolean(),
  version,
  updateTime: Type.String(),
})
export type Mark = Static<typeof Mark>

export const listMarks = defineCall('GET /v1/manage/marks', {
  access: 'staff',
  summary: 'Ours: marks of the body that certificates may carry',
  data: Type.Array(Mark),
})

export const saveMark = defineCall('PUT /v1/manage/marks/{kind}', {
  ...ofOwner,
  audit: 'mark.save',
  summary: 'Ours: adds a mark (version 0) or changes it',
  params: Type.Object({ kind: Type.Unsafe<MarkKind>({ type: 'string', enum: [...MARK_KINDS] }) }),
  body: Type.Object({
    number: Type.String({ minLength: 1, maxLength: SIGNATORY_MAX.number }),
    categories,
    scope: Type.String({ maxLength: SIGNATORY_MAX.scope }),
    standards: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
      maxItems: MARK_STANDARDS_MAX,
      uniqueItems: true,
      examples: [['GB/T 16552']],
    }),
    validTo: wireDay,
    isPrinted: Type.Boolean(),
    version,
  }),
  data: nothing,
})

export const signatoryCalls = [
  listSignatories,
  addSignatory,
  changeSignatory,
  withdrawSignatory,
  addDeputy,
  listMarks,
  saveMark,
] as const

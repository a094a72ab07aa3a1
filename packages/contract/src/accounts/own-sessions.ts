import { type Static, Type } from 'typebox'
import { defineCall } from '../call.ts'
import { nothing, nullableString } from '../shapes.ts'
import { FACTOR_LABEL_MAX } from './security.ts'

/** Ours: the sessions of a member of staff, and the names of their passkeys. */

export const StaffSession = Type.Object({
  id: Type.String(),
  /** Browser and system, e.g. `Chrome · Windows`. */
  device: nullableString,
  /** Network of the last proof of the second factor, /24 or /48; `null`: not proved. */
  network: nullableString,
  createTime: Type.String(),
  /** Time of the last use, precise to ten minutes. */
  lastUseTime: nullableString,
  /** The second factor was proved in this session. */
  isProven: Type.Boolean(),
  /** The session of this request. */
  isCurrent: Type.Boolean(),
})
export type StaffSession = Static<typeof StaffSession>

export const listOwnSessions = defineCall('GET /v1/manage/sessions', {
  access: 'staff',
  summary: 'Ours: where the caller is logged in, newest first; never sessions of others',
  data: Type.Array(StaffSession),
})

export const endOwnSessions = defineCall('DELETE /v1/manage/sessions', {
  access: 'staff',
  summary: 'Ours: ends one other session of the caller, or all others; their sockets close within a second',
  query: Type.Object({
    /** Id of the session to end; all other sessions when left out. */
    id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  }),
  data: Type.Object({ ended: Type.Integer() }),
  audit: 'factor.logout',
})

export const renamePasskey = defineCall('PUT /v1/manage/factor/passkey/label', {
  access: 'staff',
  summary: 'Ours: renames a passkey of the caller',
  body: Type.Object({
    id: Type.String({ maxLength: 1400 }),
    label: Type.String({ minLength: 1, maxLength: FACTOR_LABEL_MAX }),
  }),
  data: nothing,
  audit: 'factor.rename',
})

export const ownSessionCalls = [listOwnSessions, endOwnSessions, renamePasskey] as const

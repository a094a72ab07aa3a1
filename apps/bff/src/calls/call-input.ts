import type { Call } from '@portal/contract/call.ts'
import type { Session } from '#session/session-cookie.ts'

/** Input of a call, already checked against the contract's schemas. */
export interface CallInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
}

/** Fills in the parameters of a path such as `/oauth/render/{source}`. */
export function fillPath(template: string, params: Record<string, unknown> = {}): string {
  return !template.includes('{')
    ? template
    : template.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params[name] ?? '')))
}

/** Picks the members that the schema names, in its order, so that equal requests have equal URLs. */
function pickNamedMembers(schema: { properties: object } | undefined, given: Record<string, unknown> = {}) {
  const members: Record<string, unknown> = {}
  for (const name of Object.keys(schema?.properties ?? {})) {
    if (given[name] !== undefined) members[name] = given[name]
  }
  return members
}

/** Replaces the members that identify the caller with the identity in the session. */
function setIdentity(call: Call, members: Record<string, unknown>, session: Session | null) {
  for (const [name, kind] of Object.entries(call.identity ?? {})) {
    delete members[name]
    if (session) members[name] = kind === 'token' ? session.token : session.userId
  }
  return members
}

/** Path and query of upstream's URL, without the configured prefix. */
export function makeUpstreamPath(call: Call, input: CallInput, session: Session | null): string {
  const path = fillPath(call.path, input.params)
  const query = pickNamedMembers(call.query, input.query)
  if (!call.body) setIdentity(call, query, session)
  if (!call.query && !call.identity) return path
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) search.append(name, String(value))
  }
  const text = search.toString()
  return path + (text ? `?${text}` : '')
}

/** JSON body for upstream: named members only, the caller's identity from the session, no proof of work. */
export function makeUpstreamBody(call: Call, input: CallInput, session: Session | null): string | undefined {
  if (!call.body) return undefined
  const { proof: _proof, ...members } = pickNamedMembers(call.body, input.body)
  return JSON.stringify({ ...setIdentity(call, members, session), ...call.fixed })
}

import type { CallKey } from '../../packages/contract/src/calls.ts'

/**
 * Calls of the contract that the reference upstream does not serve, with the reason. The suite prints this list and
 * fails when one of them is served, since it then needs a check.
 */
export const notServed: ReadonlyMap<CallKey, string> = new Map<CallKey, string>([
  ['GET /v1/link/', 'friend links: no page shows them'],
  ['POST /v1/link/', 'friend links: no page shows them'],
  ['GET /v1/message/', 'message board: no page shows it'],
  ['POST /v1/message/', 'message board: no page shows it'],
])

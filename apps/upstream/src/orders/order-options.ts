import type { Db } from '#platform/db/open.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/** What the routes of orders work with. */
export interface OrderOptions {
  db: Db
  digest: Digest
  now: () => number
}

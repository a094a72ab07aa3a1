import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** Standard Webhooks allows 24 to 64. */
const SECRET_BYTES = 32

/** A new signing secret, as its receiver keeps it. */
export const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

interface Message {
  id: string
  body: string
  /** Time of this delivery, epoch ms. */
  at: number
}

/**
 * Headers of a delivery after Standard Webhooks.
 * @param secrets the newest first; while one replaces another, both sign
 */
export function signedHeaders({ id, body, at }: Message, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, new Date(at), body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

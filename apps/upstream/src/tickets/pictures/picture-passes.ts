import { timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '@portal/contract/constants.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/** Lifetime of a pass, long enough to read a page. Reading the conversation again gives a new one. */
const PASS_MS = HOUR_MS

/**
 * Passes for pictures in answers. A reader of the conversation gets one for each picture, which opens that picture
 * only, so that a copied address of a picture does not contain the key of the conversation.
 */
export function createPicturePasses({ digest, now }: { digest: Digest; now: () => number }) {
  const signPass = (name: string, endsAt: string) => digest('ticket-picture', name, endsAt)

  return {
    signPass(name: string): string {
      const endsAt = String(now() + PASS_MS)
      return `${endsAt}.${signPass(name, endsAt)}`
    },

    isValid(name: string, pass: string): boolean {
      const [endsAt = '', signature = ''] = pass.split('.')
      const [given, right] = [Buffer.from(signature), Buffer.from(signPass(name, endsAt))]
      return given.length === right.length && timingSafeEqual(given, right) && Number(endsAt) > now()
    },
  }
}

import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type MadePreview,
  PREVIEW_MINUTES,
  PREVIEW_PARAM,
  type PreviewAnswer,
} from '@portal/contract/articles/preview.ts'
import { MINUTE_MS } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Db } from '#platform/db/open.ts'
import { previewExpired } from '#platform/errors.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'

/** Maximum stored previews of one account; one more deletes the oldest. */
const KEPT = 10
const ID_BYTES = 16

export interface Preview {
  /** Path of the public page, e.g. `/article/7`. */
  path: string
  /** Names the draft or version above the page. */
  notice: string
  answers: readonly PreviewAnswer[]
}

export type Previews = ReturnType<typeof createPreviews>

/**
 * Previews of public pages with unpublished answers. The answers are stored when a preview is made, so that it shows
 * one text even if the draft changes later. The key holds the row's id and its expiry, signed with the installation's
 * secret.
 */
export function createPreviews({ db, digest, now }: { db: Db; digest: Digest; now: () => number }) {
  const signKey = (id: string, endsAt: string) => `${id}.${endsAt}.${digest('preview', id, endsAt)}`

  /** Reads the id of a row from a key; `null` for a key that was altered or has expired. */
  function parseKey(key: string): string | null {
    const [id = '', endsAt = ''] = key.split('.')
    const [given, expected] = [Buffer.from(key), Buffer.from(signKey(id, endsAt))]
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    return Number.parseInt(endsAt, 36) > now() ? id : null
  }

  return {
    /** @param userId account that may have `KEPT` of them */
    async make(userId: string, { path, notice, answers }: Preview): Promise<MadePreview> {
      const id = randomBytes(ID_BYTES).toString('base64url')
      const endsAt = now() + PREVIEW_MINUTES * MINUTE_MS
      const row = { path, notice, answers: JSON.stringify(answers), ends_at: endsAt }
      await db
        .insertInto('previews')
        .values({ id, user_id: userId, ...row })
        .execute()
      const older = await db
        .selectFrom('previews')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('ends_at', 'desc')
        .offset(KEPT)
        .limit(KEPT)
        .execute()
      if (older.length > 0) {
        const ids = older.map((one) => one.id)
        await db.deleteFrom('previews').where('id', 'in', ids).execute()
      }
      const address = `${path}?${PREVIEW_PARAM}=${signKey(id, endsAt.toString(36))}`
      return { address, endTime: toWireDateTime(endsAt) }
    },

    /** Opens a preview. @throws AppError for an invalid or expired key */
    async open(key: string) {
      const id = parseKey(key)
      const row = id === null ? undefined : await find(id)
      if (!row) throw previewExpired()
      const { path, notice, answers } = row
      return { path, notice, answers: JSON.parse(answers) as PreviewAnswer[] }
    },

    async sweep(): Promise<void> {
      await db.deleteFrom('previews').where('ends_at', '<=', now()).execute()
    },
  }

  function find(id: string) {
    const row = db.selectFrom('previews').select(['path', 'notice', 'answers']).where('id', '=', id)
    return row.executeTakeFirst()
  }
}

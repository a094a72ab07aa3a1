import { DAY_MS, READ_TYPE } from '@portal/contract/constants.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { ArticleDetail } from './article-repository.ts'
import type { LikeRepository } from './like-repository.ts'

/** Time for which a used code admits its client. Other upstreams clear them once a day. */
const PASS_MS = DAY_MS

export type GateRepository = ReturnType<typeof createGateRepository>

interface Options {
  db: Db
  likes: LikeRepository
  comments: { hasCommented(articleId: number, userId: string): Promise<boolean> }
  digest: Digest
  now: () => number
}

/** Read gates: conditions for sending the whole text. */
export function createGateRepository({ db, likes, comments, digest, now }: Options) {
  const hashCode = (code: string) => digest('article-code', code)
  const hashClient = (client: string) => digest('gate-pass', client)

  async function hasPass(client: string): Promise<boolean> {
    const valid = db.selectFrom('gate_passes').where('expires_at', '>', now())
    return await isAny(valid.select('client_hash').where('client_hash', '=', hashClient(client)))
  }

  return {
    /** Returns whether the caller has met the gate's condition; `false` without a gate. */
    async isPassed(article: ArticleDetail, userId: string | undefined, client: string): Promise<boolean> {
      if (userId !== undefined && userId === article.authorId) return article.readType !== READ_TYPE.open
      if (article.readType === READ_TYPE.like) {
        return userId !== undefined && (await likes.isLikedBy(article.id, userId))
      }
      if (article.readType === READ_TYPE.code) return await hasPass(client)
      if (article.readType === READ_TYPE.comment) {
        // Requires a comment on this article. Other upstreams accept a comment on any article.
        return userId !== undefined && (await comments.hasCommented(article.id, userId))
      }
      return false
    },

    /** Stores a code for the official account. It can be used once until it expires. */
    async addCode(code: string, expiresAt: number): Promise<void> {
      await db
        .insertInto('article_codes')
        .values({ code_hash: hashCode(code), expires_at: expiresAt })
        .onConflict((conflict) => conflict.column('code_hash').doUpdateSet({ expires_at: expiresAt }))
        .execute()
    },

    /** Uses up a code and admits the client. @returns `false` for a wrong, used or expired code */
    async useCode(code: string, client: string): Promise<boolean> {
      return await db.transaction().execute(async (trx) => {
        const usedCode = await trx
          .deleteFrom('article_codes')
          .where('code_hash', '=', hashCode(code))
          .where('expires_at', '>', now())
          .returning('code_hash')
          .executeTakeFirst()
        if (!usedCode) return false
        const expiresAt = now() + PASS_MS
        await trx
          .insertInto('gate_passes')
          .values({ client_hash: hashClient(client), expires_at: expiresAt })
          .onConflict((conflict) => conflict.column('client_hash').doUpdateSet({ expires_at: expiresAt }))
          .execute()
        return true
      })
    },

    async sweep(): Promise<void> {
      await db.deleteFrom('gate_passes').where('expires_at', '<=', now()).execute()
      await db.deleteFrom('article_codes').where('expires_at', '<=', now()).execute()
    },
  }
}

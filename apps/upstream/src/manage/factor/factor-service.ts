import { MINUTE_MS } from '@portal/contract/constants.ts'
import { FRESH_PROOF_MINUTES } from '@portal/contract/manage/duties.ts'
import { addPasskey, type FactorMethod } from '@portal/contract/manage/security.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { Config } from '#config.ts'
import type { Dependencies } from '#dependencies.ts'
import { ceremonyOver, factorMissing, factorUnknown, factorWrong, tooManyProofs } from '#errors.ts'
import { createRateLimit } from '#rate-limit.ts'
import type { SessionAccount } from '#resources/login/session-repository.ts'
import { NOTICE } from '#resources/notices/notice-repository.ts'
import { createTextSeal } from '../sealed.ts'
import { createFactorRepository, type FactorRepository } from './factor-repository.ts'
import { challengeOf, createPasskeys } from './passkeys.ts'
import { newRecoveryCodes, recoveryHash } from './recovery-codes.ts'
import { stepOfCode } from './totp.ts'

export type FactorOptions = Dependencies & Pick<Config, 'siteUrl'>
export type FactorService = Awaited<ReturnType<typeof createFactorService>>

const FRESH_MS = FRESH_PROOF_MINUTES * MINUTE_MS
const SITE_NAME = '石衡检测'
export const APP_LABEL = '验证器 App'
/**
 * Wrong codes of an account, before it has to wait. A passkey cannot be guessed. A try is counted before it is looked at, as
 * many may come at once; a right code clears the count.
 */
const WRONG_CODES = { max: 5, windowMs: 15 * MINUTE_MS, refusal: tooManyProofs }

/** What enrolment and proof of the second factor share. */
export async function createFactorService({ db, digest, notices, now, siteUrl, site }: FactorOptions) {
  const { name = SITE_NAME } = (await site.settings()) as { name?: string }
  const passkeys = createPasskeys({ siteUrl, siteName: name })
  const seal = createTextSeal(digest, 'totp')
  const codeTries = createRateLimit({ ...WRONG_CODES, now })

  return {
    ...{ siteName: name, passkeys, codeTries },

    factorsOf: ({ id }: Pick<SessionAccount, 'id'>, within = db) =>
      createFactorRepository({ db: within, userId: id, now }),

    sealSecret: (secret: string, userId: string) => seal.seal(secret, userId),

    /** Until when the proof of this session is fresh, epoch ms; `null`: it is not. */
    freshUntil({ factorAt }: SessionAccount): number | null {
      return factorAt !== null && now() - factorAt <= FRESH_MS ? factorAt + FRESH_MS : null
    },

    /** A further method is added under the protection of those there are. @throws AppError */
    async checkMayEnrol(account: SessionAccount, factors: FactorRepository): Promise<void> {
      if (this.freshUntil(account) !== null || !(await factors.hasAny())) return
      throw factorMissing(account.factorAt === null ? 'prove' : 'fresh', addPasskey.audit)
    },

    /** @throws AppError for a wrong code, or one that was used */
    async takeCode(factors: FactorRepository, userId: string, sealed: string, code: string): Promise<void> {
      const step = stepOfCode(seal.open(sealed, userId), code, now())
      if (step === null || !(await factors.takeStep(step))) throw factorWrong()
    },

    /** @throws AppError for a wrong code, or one that was used */
    async takeRecoveryCode(factors: FactorRepository, userId: string, code: string): Promise<void> {
      if (!(await factors.takeRecoveryCode(recoveryHash(digest, userId, code)))) throw factorWrong()
    },

    /** @throws AppError when the response proves nothing */
    async takePasskey(factors: FactorRepository, account: SessionAccount, response: Record<string, unknown>) {
      const challenge = challengeOf(response)
      if (!(await factors.endCeremony(challenge, account.sessionId, 'prove'))) throw ceremonyOver()
      const stored = (await factors.passkeys()).find(({ id }) => id === response.id)
      if (!stored) throw factorUnknown()
      await factors.notePasskeyUse(stored.id, await passkeys.authenticate(response, challenge, stored))
    },

    /** Makes and stores a new set. */
    async makeRecoveryCodes(factors: FactorRepository, userId: string): Promise<string[]> {
      const codes = newRecoveryCodes()
      await factors.replaceRecoveryCodes(codes.map((code) => recoveryHash(digest, userId, code)))
      return codes
    },

    /** Notifies the holder of a change of the account. @param what HTML */
    notify: ({ id }: Pick<SessionAccount, 'id'>, what: string) =>
      notices.notify({ to: id, type: NOTICE.system, content: `${what}如果不是您本人，请立即联系负责人。` }),
  }
}

export async function methodsOf(factors: FactorRepository): Promise<FactorMethod[]> {
  const [passkeys, totp] = [await factors.passkeys(), await factors.totp()]
  const wire = (at: number | null) => (at === null ? null : toWireDateTime(at))
  return [
    ...passkeys.map((row) => ({
      ...{ id: row.id, kind: 'passkey' as const, label: row.label, isSynced: row.is_synced === 1 },
      ...{ createTime: toWireDateTime(row.created_at), lastUseTime: wire(row.last_used_at) },
    })),
    ...(totp
      ? [
          {
            ...{ id: 'totp', kind: 'totp' as const, label: APP_LABEL, isSynced: false },
            ...{ createTime: toWireDateTime(totp.created_at), lastUseTime: wire(totp.last_used_at) },
          },
        ]
      : []),
  ]
}

import { addPasskey, type FactorMethod } from '@portal/contract/accounts/security.ts'
import { DEFAULT_SITE_NAME } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { createSessionRepository, type SessionAccount } from '#accounts/sessions/session-repository.ts'
import { toNetwork } from '#platform/audit/audit-log.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { factorMissing, factorUnknown, factorWrong, proofExpired } from '#platform/errors.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { createTextSeal } from '#platform/secrets/sealed.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { createCodeTries } from './code-tries.ts'
import { createFactorRepository, type FactorRepository } from './factor-repository.ts'
import { computeFreshUntil } from './fresh-proof.ts'
import { createPasskeys, readChallenge } from './passkeys.ts'
import { createProvedNetworks } from './proved-networks.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts'
import { findCodeStep } from './totp.ts'

export interface FactorOptions extends Pick<Config, 'siteUrl'> {
  db: Db
  digest: Digest
  notices: NoticeRepository
  now: () => number
  site: SiteRepository
}
export type FactorService = Awaited<ReturnType<typeof createFactorService>>

export const APP_LABEL = '验证器 App'

/** Functions that the routes of enrolment and proof share. */
export async function createFactorService({ db, digest, notices, now, siteUrl, site }: FactorOptions) {
  const { name = DEFAULT_SITE_NAME } = (await site.readSettings()) as { name?: string }
  const passkeys = createPasskeys({ siteUrl, siteName: name })
  const seal = createTextSeal(digest, 'totp')
  const codeTries = createCodeTries({ db, now, notices })

  return {
    siteName: name,
    passkeys,
    codeTries,

    createFactors: ({ id }: Pick<SessionAccount, 'id'>, within = db) =>
      createFactorRepository({ db: within, userId: id, now }),

    /** Notes a proof: it counts for the session, and its network becomes a known one. @param trx a transaction */
    async noteProof(trx: Db, account: SessionAccount, ip: string): Promise<void> {
      await createSessionRepository({ db: trx, now }).noteFactor(account.sessionId, toNetwork(ip))
      await createProvedNetworks({ db: trx, userId: account.id, now }).add(toNetwork(ip))
    },

    sealSecret: (secret: string, userId: string) => seal.seal(secret, userId),

    freshUntil: (account: SessionAccount) => computeFreshUntil(account, now()),

    /** Checks that the session was proved by an existing method before another one is added. @throws AppError */
    async checkMayEnrol(account: SessionAccount, factors: FactorRepository): Promise<void> {
      if (this.freshUntil(account) !== null || !(await factors.hasAny())) return
      throw factorMissing(account.factorAt === null ? 'prove' : 'fresh', addPasskey.audit)
    },

    /** Uses up a code of an authenticator app. @throws AppError for a wrong code, or one that was used */
    async takeCode(factors: FactorRepository, userId: string, sealed: string, code: string): Promise<void> {
      const step = findCodeStep(seal.open(sealed, userId), code, now())
      if (step === null || !(await factors.takeStep(step))) throw factorWrong()
    },

    /** Uses up a recovery code. @throws AppError for a wrong code, or one that was used */
    async takeRecoveryCode(factors: FactorRepository, userId: string, code: string): Promise<void> {
      if (!(await factors.takeRecoveryCode(hashRecoveryCode(digest, userId, code)))) throw factorWrong()
    },

    /** Verifies the response of a passkey. @throws AppError when the response proves nothing */
    async takePasskey(factors: FactorRepository, account: SessionAccount, response: Record<string, unknown>) {
      const challenge = readChallenge(response)
      if (!(await factors.endCeremony(challenge, account.sessionId, 'prove'))) throw proofExpired()
      const stored = (await factors.listPasskeys()).find(({ id }) => id === response.id)
      if (!stored) throw factorUnknown()
      await factors.notePasskeyUse(stored.id, await passkeys.authenticate(response, challenge, stored))
    },

    /** Makes and stores a new set of recovery codes. */
    async makeRecoveryCodes(factors: FactorRepository, userId: string): Promise<string[]> {
      const codes = makeRecoveryCodes()
      await factors.replaceRecoveryCodes(codes.map((code) => hashRecoveryCode(digest, userId, code)))
      return codes
    },

    /** Notifies the holder of a change of the account. @param content HTML */
    notify: ({ id }: Pick<SessionAccount, 'id'>, content: string) =>
      notices.notify({ to: id, type: NOTICE.system, content: `${content}如果不是您本人，请立即联系负责人。` }),
  }
}

export async function listMethods(factors: FactorRepository): Promise<FactorMethod[]> {
  const [passkeys, totp] = [await factors.listPasskeys(), await factors.findTotp()]
  const toWireTimeOrNull = (at: number | null) => (at === null ? null : toWireDateTime(at))
  return [
    ...passkeys.map((row) => ({
      id: row.id,
      kind: 'passkey' as const,
      label: row.label,
      isSynced: row.is_synced === 1,
      createTime: toWireDateTime(row.created_at),
      lastUseTime: toWireTimeOrNull(row.last_used_at),
    })),
    ...(totp
      ? [
          {
            id: 'totp',
            kind: 'totp' as const,
            label: APP_LABEL,
            isSynced: false,
            createTime: toWireDateTime(totp.created_at),
            lastUseTime: toWireTimeOrNull(totp.last_used_at),
          },
        ]
      : []),
  ]
}

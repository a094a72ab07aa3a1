import { MINUTE_MS } from '@portal/contract/constants.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { toNetwork } from '#platform/audit/audit-log.ts'
import type { Db } from '#platform/db/open.ts'
import { tooManyProofs } from '#platform/errors.ts'
import { createStoredLimit } from '#platform/http/stored-limit.ts'
import { createProvedNetworks } from './proved-networks.ts'

/** Wrong codes of an authenticator app before the account has to wait. */
const WRONG_CODES = { max: 5, windowMs: 15 * MINUTE_MS }
const WARNING =
  '有人知道您的密码，但连续输错了动态验证码。如果不是您本人，请立即改密码；您可在常用的网络、用通行密钥或恢复码完成验证。'

interface Options {
  db: Db
  notices: NoticeRepository
  now: () => number
}

/**
 * Counts attempts with codes of an authenticator app, in the database. Each network in which the account has proved its
 * second factor has its own count, so that an attacker who knows only the password cannot lock the holder out. Passkeys
 * and recovery codes cannot be guessed and are not counted.
 */
export function createCodeTries({ db, now, notices }: Options) {
  const limit = createStoredLimit({ kind: 'code', windowMs: WRONG_CODES.windowMs, now })

  return {
    /**
     * Counts an attempt before the code is checked, because many may arrive at once. Runs outside the transaction,
     * which a wrong code rolls back.
     * @returns the key of the count, for `limit.forget` after a right code
     * @throws AppError after too many wrong codes
     */
    async use(userId: string, ip: string): Promise<string> {
      const network = toNetwork(ip)
      const isKnown = await createProvedNetworks({ db, userId, now }).has(network)
      const key = isKnown ? `${userId} ${network}` : userId
      const { uses, endsAt } = await limit.count(db, key)
      if (uses <= WRONG_CODES.max) return key
      if (!isKnown && uses === WRONG_CODES.max + 1) {
        await notices.notify({ to: userId, type: NOTICE.system, content: WARNING })
      }
      throw tooManyProofs((endsAt - now()) / 1000)
    },

    forget: limit.forget,
  }
}

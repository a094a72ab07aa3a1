import { refuseFactorReset, resetFactor, stopFactorReset } from '@portal/contract/accounts/people.ts'
import { FACTOR_RESET_HOURS } from '@portal/contract/accounts/people-rules.ts'
import { HOUR_MS } from '@portal/contract/constants.ts'
import { toWireMinute } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { toAuditSource } from '#accounts/audit/audit-source.ts'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { createFactorRepository } from '#accounts/factor/factor-repository.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { appendAudit } from '#platform/audit/audit-log.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/open.ts'
import { isAny } from '#platform/db/queries.ts'
import {
  factorResetAlreadyRequested,
  mailNotSetUp,
  noFactorResetRequested,
  noFactorToReset,
  noMailAddress,
} from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import { type Mailer, noMailer } from '#platform/mail/mailer.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import type { SiteRepository } from '#platform/settings/site-repository.ts'
import { checkIsOther, lockAccount } from './account-lock.ts'
import { requestReset } from './factor-resets.ts'
import { hashSecretCode, makeSecretCode, makeSecretLink } from './secret-code.ts'
import { readSiteName } from './site-name.ts'

interface Options extends Pick<Config, 'manageOrigin'> {
  db: Db
  digest: Digest
  mailer: Mailer
  notices: NoticeRepository
  now: () => number
  site: SiteRepository
}

/** Routes by which an owner resets the lost second factor of a colleague. */
export const factorResetRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, digest, mailer, notices, now, site, manageOrigin } = options

  addManagedRoute(app, options, resetFactor, async ({ account, trx, request, record, runAfterwards: afterwards }) => {
    const { id } = request.params
    record({ kind: 'user', id })
    checkIsOther(account, id)
    if (mailer === noMailer) throw mailNotSetUp()
    const { nickname, accountName } = await lockAccount(trx, id, null)
    const dueAt = now() + FACTOR_RESET_HOURS * HOUR_MS
    const changes = [{ member: 'dueTime', before: null, after: toWireMinute(dueAt) }]
    record({ kind: 'user', id, name: nickname, changes })
    if (accountName === null) throw noMailAddress()
    if (!(await createFactorRepository({ db: trx, userId: id, now }).hasAny())) throw noFactorToReset()
    const code = makeSecretCode()
    const codeHash = hashSecretCode(digest, 'factor-reset', code)
    if (!(await requestReset(trx, now(), { userId: id, by: account.id, codeHash }))) throw factorResetAlreadyRequested()
    afterwards(async () => {
      const siteName = await readSiteName(site)
      await mailer.send({
        to: accountName,
        subject: `“${siteName}”将重设您的两步验证`,
        text: [
          `${account.nickname}申请重设您在“${siteName}”的两步验证，将于 ${toWireMinute(dueAt)} 执行：通行密钥、动态验证码和恢复码全部作废，所有设备退出登录，下次登录时重新设置。`,
          '如果这不是您要求的，请立即打开下面的地址，按“不要重设”：',
          makeSecretLink(manageOrigin, '/manage/factor-reset', code),
        ].join('\n\n'),
      })
      await db.updateTable('factor_resets').set({ mailed_at: now() }).where('user_id', '=', id).execute()
    })
    afterwards(() =>
      notices.notify({
        to: id,
        type: NOTICE.system,
        content: `负责人申请重设您的两步验证，将于 ${toWireMinute(dueAt)} 执行。如非您要求，请用邮件中的链接撤销。`,
      }),
    )
    return ok(null)
  })

  addManagedRoute(app, options, stopFactorReset, async ({ trx, request, record }) => {
    const { id } = request.params
    const { nickname } = await lockAccount(trx, id, null)
    record({ kind: 'user', id, name: nickname })
    const stopped = trx.deleteFrom('factor_resets').where('user_id', '=', id).returning('user_id')
    if (!(await isAny(stopped))) throw noFactorResetRequested()
    return ok(null)
  })

  addRoute(app, refuseFactorReset, async (request) => {
    const codeHash = hashSecretCode(digest, 'factor-reset', request.body.code)
    await db.transaction().execute(async (trx) => {
      const refusal = await trx
        .deleteFrom('factor_resets')
        .where('code_hash', '=', codeHash)
        .returning('user_id')
        .executeTakeFirst()
      if (!refusal) throw noFactorResetRequested()
      const id = refusal.user_id
      const { nickname } = await lockAccount(trx, id, null)
      await appendAudit(
        trx,
        { now, digest },
        {
          ...toAuditSource(request),
          actor: { id, name: nickname },
          action: 'user.factorResetRefuse',
          subject: { kind: 'user', id, name: nickname },
          outcome: 'done',
        },
      )
    })
    return ok(null)
  })
}

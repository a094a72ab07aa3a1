import {
  disableMember,
  disableStaff,
  enableMember,
  enableStaff,
  endUserSessions,
} from '@portal/contract/accounts/people.ts'
import { DAY_MS } from '@portal/contract/constants.ts'
import { toWireDateTime } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { readDuties } from '#accounts/duties/duties.ts'
import { addManagedRoute, type Managed } from '#accounts/duties/managed-route.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { createSessionRepository } from '#accounts/sessions/session-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { accountNotNormal, badInput, lacksDuty, notDisabled } from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { checkIsOther, checkOwnerRemains, endBegunBy, lockAccount, releaseWork } from './account-lock.ts'
import { createPenaltyRepository } from './penalties.ts'

interface Options {
  db: Db
  digest: Digest
  now: () => number
}

/**
 * Routes that disable and enable accounts and end their sessions. Open sockets close with the sessions
 * (`session-watch.ts`).
 */
export const penaltyRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { digest, now } = options

  /** Only an owner may disable an account with duties. @throws AppError for other callers */
  async function checkIsMember(trx: Db, id: string): Promise<void> {
    if ((await readDuties(trx, id)).length > 0) throw lacksDuty()
  }

  async function disable(
    { account, trx, request, record }: Managed<typeof disableMember> | Managed<typeof disableStaff>,
    isForStaff: boolean,
  ) {
    const { id } = request.params
    const { days, version } = request.body
    record({ kind: 'user', id })
    checkIsOther(account, id)
    const reason = toOneLine(request.body.reason, request.body.reason.length)
    if (reason === '') throw badInput('请填写原因')
    if (!isForStaff) await checkIsMember(trx, id)
    if ((await readDuties(trx, id)).includes('owner')) await checkOwnerRemains(trx, id)
    const person = await lockAccount(trx, id, version)
    const endsAt = days === null ? null : now() + days * DAY_MS
    const changes = [
      { member: 'state', before: 'normal', after: 'disabled' },
      { member: 'reason', before: null, after: reason },
      { member: 'until', before: null, after: endsAt === null ? null : toWireDateTime(endsAt) },
    ]
    record({ kind: 'user', id, name: person.nickname, changes })
    if (person.status !== ACCOUNT_STATUS.normal) throw accountNotNormal()
    await trx.updateTable('users').set({ status: ACCOUNT_STATUS.disabled }).where('id', '=', id).execute()
    await createPenaltyRepository({ db: trx, digest, now }).give({ userId: id, reason, by: account.id, endsAt })
    await createSessionRepository({ db: trx, now }).endAll(id)
    await endBegunBy(trx, id)
    await releaseWork(trx, id)
    return ok(null)
  }

  async function enable(
    { account, trx, request, record }: Managed<typeof enableMember> | Managed<typeof enableStaff>,
    isForStaff: boolean,
  ) {
    const { id } = request.params
    record({ kind: 'user', id })
    if (!isForStaff) await checkIsMember(trx, id)
    const person = await lockAccount(trx, id, request.body.version)
    const changes = [{ member: 'state', before: 'disabled', after: 'normal' }]
    record({ kind: 'user', id, name: person.nickname, changes })
    if (person.status !== ACCOUNT_STATUS.disabled) throw notDisabled()
    await trx.updateTable('users').set({ status: ACCOUNT_STATUS.normal }).where('id', '=', id).execute()
    await createPenaltyRepository({ db: trx, digest, now }).lift(id, account.id)
    return ok(null)
  }

  addManagedRoute(app, options, disableMember, (managed) => disable(managed, false))
  addManagedRoute(app, options, disableStaff, (managed) => disable(managed, true))
  addManagedRoute(app, options, enableMember, (managed) => enable(managed, false))
  addManagedRoute(app, options, enableStaff, (managed) => enable(managed, true))

  addManagedRoute(app, options, endUserSessions, async ({ account, trx, request, record }) => {
    const { id } = request.params
    record({ kind: 'user', id })
    checkIsOther(account, id)
    if (!account.duties.includes('owner')) await checkIsMember(trx, id)
    const person = await lockAccount(trx, id, request.body.version)
    record({ kind: 'user', id, name: person.nickname })
    await createSessionRepository({ db: trx, now }).endAll(id)
    return ok(null)
  })
}

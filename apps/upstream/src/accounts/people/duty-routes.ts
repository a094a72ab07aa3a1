import { changeDuties } from '@portal/contract/accounts/people.ts'
import type { FastifyPluginAsync } from 'fastify'
import { readDuties, setDuties } from '#accounts/duties/duties.ts'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import type { Db } from '#platform/db/open.ts'
import { accountNotNormal } from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { checkIsOther, checkOwnerRemains, endBegunBy, lockAccount, releaseWork } from './account-lock.ts'
import { formatDutyNames } from './duty-names.ts'

interface Options {
  db: Db
  digest: Digest
  notices: NoticeRepository
  now: () => number
}

/**
 * Routes by which owners give and remove duties. A change takes effect at once, because every request reads the duties.
 */
export const dutyRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { now, notices } = options

  addManagedRoute(app, options, changeDuties, async ({ account, trx, request, record, runAfterwards: afterwards }) => {
    const { id } = request.params
    const { duties, version } = request.body
    record({ kind: 'user', id })
    checkIsOther(account, id)
    const isOwnerLeaving = (await readDuties(trx, id)).includes('owner') && !duties.includes('owner')
    if (isOwnerLeaving) await checkOwnerRemains(trx, id)
    const person = await lockAccount(trx, id, version)
    const before = await readDuties(trx, id)
    const change = { member: 'duties', before: before.join(','), after: duties.join(',') }
    record({ kind: 'user', id, name: person.nickname, changes: [change] })
    const isGiven = duties.some((duty) => !before.includes(duty))
    if (isGiven && person.status !== ACCOUNT_STATUS.normal) throw accountNotNormal()
    await setDuties(trx, id, duties, { by: account.id, at: now() })
    if (isOwnerLeaving) await endBegunBy(trx, id)
    if (duties.length === 0) await releaseWork(trx, id)
    const content = duties.length > 0 ? `您的职责已改为：${formatDutyNames(duties)}。` : '您的职责已全部取消。'
    afterwards(() => notices.notify({ to: id, type: NOTICE.system, content }))
    return ok(null)
  })
}

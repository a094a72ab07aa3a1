import { PARTNER_MAX } from '@portal/contract/partners/partner-rules.ts'
import {
  addPartner,
  addPartnerKey,
  changePartner,
  listPartners,
  readPartner,
  revokePartnerKey,
  rotatePartnerKey,
} from '@portal/contract/partners/partners.ts'
import type { FastifyPluginAsync } from 'fastify'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { createPartnerRepository } from '#partners/lookups/partner-repository.ts'
import type { PartnerUse } from '#partners/lookups/partner-use.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { savedMeanwhile } from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { listPartnerChanges, parsePartnerForm } from './partner-form.ts'
import { keyOver, keysUsedUp, partnerKeyMissing, partnerMissing, partnersUsedUp } from './partner-manage-errors.ts'
import { listWithUse, type PartnerRow, toPartner, toPartnerForm, toPartnerKey } from './partner-view.ts'

const toPartnerSubject = ({ id, name }: Pick<PartnerRow, 'id' | 'name'>) => ({ kind: 'partner', id: String(id), name })
const makeKeyChange = (before: string | null, after: string | null) => [{ member: 'key', before, after }]
const formatHint = (lastFour: string, isTest: boolean) => `gp_${isTest ? 'test_' : ''}…${lastFour}`

interface Options {
  digest: Digest
  db: Db
  now: () => number
  partnerUse: PartnerUse
}

/** Routes by which owners manage partners and their keys. */
export const partnerManageRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now, partnerUse } = options
  const createPartnersIn = (trx: Db) => createPartnerRepository({ db: trx, now })

  addRoute(app, listPartners, async () => ok(await listWithUse(db, await createPartnersIn(db).list(), now())))

  addRoute(app, readPartner, async ({ params: { number } }) => {
    const row = await createPartnersIn(db).find(number)
    if (!row) throw partnerMissing()
    const keys = await createPartnersIn(db).listKeys(number)
    const days = await partnerUse.listDays(number)
    return ok({ partner: toPartner(row), keys: keys.map((key) => toPartnerKey(key, now())), days })
  })

  addManagedRoute(app, options, addPartner, async ({ trx, request, record }) => {
    const form = parsePartnerForm(request.body)
    if ((await countRows(trx.selectFrom('partners'))) >= PARTNER_MAX.partners) throw partnersUsedUp()
    const number = await createPartnersIn(trx).add(form)
    record({ ...toPartnerSubject({ id: number, name: form.name }), changes: listPartnerChanges(null, form) })
    return ok({ number })
  })

  addManagedRoute(app, options, changePartner, async ({ trx, request, record }) => {
    const form = parsePartnerForm(request.body)
    const stored = await lock(trx, request.params.number)
    record({ ...toPartnerSubject(stored), changes: listPartnerChanges(toPartnerForm(stored), form) })
    if (stored.version !== request.body.version) throw savedMeanwhile(toPartner(stored))
    await createPartnersIn(trx).change(stored.id, form)
    return ok({ ...toPartner(stored), ...form, version: stored.version + 1 })
  })

  addManagedRoute(app, options, addPartnerKey, async ({ trx, request, record }) => {
    const { isTest } = request.body
    const partner = await lock(trx, request.params.number)
    record(toPartnerSubject(partner))
    if (await createPartnersIn(trx).hasAllKeys(partner.id, isTest)) throw keysUsedUp()
    const { key } = await createPartnersIn(trx).addKey(partner.id, isTest)
    record({ ...toPartnerSubject(partner), changes: makeKeyChange(null, formatHint(key.slice(-4), isTest)) })
    return ok({ key })
  })

  addManagedRoute(app, options, rotatePartnerKey, async ({ trx, request, record }) => {
    const partner = await lock(trx, request.params.number)
    record(toPartnerSubject(partner))
    const old = await lockKey(trx, partner.id, request.params.key)
    if (old.revoked_at !== null || old.ends_at !== null) throw keyOver()
    const isTest = old.is_test === 1
    if (await createPartnersIn(trx).hasAllKeys(partner.id, isTest)) throw keysUsedUp()
    await createPartnersIn(trx).endKey(old.id, request.body.overlapHours)
    const { key } = await createPartnersIn(trx).addKey(partner.id, isTest)
    const changes = makeKeyChange(formatHint(old.last_four, isTest), formatHint(key.slice(-4), isTest))
    record({ ...toPartnerSubject(partner), changes })
    return ok({ key })
  })

  addManagedRoute(app, options, revokePartnerKey, async ({ trx, request, record }) => {
    const partner = await lock(trx, request.params.number)
    record(toPartnerSubject(partner))
    const old = await lockKey(trx, partner.id, request.params.key)
    record({ ...toPartnerSubject(partner), changes: makeKeyChange(formatHint(old.last_four, old.is_test === 1), null) })
    if (old.revoked_at === null) await createPartnersIn(trx).revokeKey(old.id)
    return ok(null)
  })

  /** Locks a partner, which serialises its changes. */
  async function lock(trx: Db, number: number): Promise<PartnerRow> {
    const row = await createPartnersIn(trx).lock(number)
    if (!row) throw partnerMissing()
    return row
  }

  async function lockKey(trx: Db, partnerId: number, number: number) {
    const row = await createPartnersIn(trx).findKey(partnerId, number)
    if (!row) throw partnerKeyMissing()
    return row
  }
}

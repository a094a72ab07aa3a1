import {
  addDeputy,
  addSignatory,
  changeSignatory,
  listMarks,
  listSignatories,
  saveMark,
  withdrawSignatory,
} from '@portal/contract/accounts/signatories.ts'
import type { AuditChange } from '@portal/contract/audit/audit.ts'
import { readStandardCode } from '@portal/contract/certificates/rules/standards.ts'
import { toInstantMs, toWireDate } from '@portal/contract/time.ts'
import type { FastifyPluginAsync } from 'fastify'
import { readDuties } from '#accounts/duties/duties.ts'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import type { Db } from '#platform/db/open.ts'
import {
  badInput,
  cannotBeOwnDeputy,
  cannotChangeDeputy,
  deputyCannotDelegate,
  savedMeanwhile,
  signatoryLacksDuty,
  signatoryMissing,
  userMissing,
} from '#platform/errors.ts'
import { addRoute, ok } from '#platform/http/add-route.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { createMarkRepository, createSignatoryRepository, type SignatoryForm } from './signatories.ts'

/** Shown in place of the professional title of a deputy. */
const DEPUTY_TITLE = '代理签字人'

/** @throws AppError for a day that does not exist, e.g. 2026-02-30 */
function checkDay(day: string): void {
  const at = toInstantMs(day)
  if (at === null || toWireDate(at) !== day) throw badInput(`没有 ${day} 这一天`)
}

/** @throws AppError for an empty title or impossible days */
function parseSignatoryForm({ title, categories, validFrom, validTo }: SignatoryForm): SignatoryForm {
  checkDay(validFrom)
  checkDay(validTo)
  if (validTo < validFrom) throw badInput('截止日期不能早于起始日期')
  const line = toOneLine(title, title.length)
  if (line === '') throw badInput('请填写职称')
  return { title: line, categories, validFrom, validTo }
}

const toTexts = (form: object) =>
  Object.entries(form).map(
    ([member, value]) => [member, Array.isArray(value) ? value.join(',') : String(value)] as const,
  )

/** Lists the members that differ. */
function listChanges(before: object | undefined, after: object): AuditChange[] {
  const old = new Map(before ? toTexts(before) : [])
  return toTexts(after)
    .filter(([member, text]) => old.get(member) !== text)
    .map(([member, text]) => ({ member, before: old.get(member) ?? null, after: text }))
}

interface Options {
  digest: Digest
  db: Db
  now: () => number
}

/** Routes of the records by which certificates are signed and marked. Owners keep them. */
export const signatoryRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { db, now } = options

  addRoute(app, listSignatories, async () => ok(await createSignatoryRepository({ db, now }).list()))
  addRoute(app, listMarks, async () => ok(await createMarkRepository({ db, now }).list()))

  addManagedRoute(app, options, addSignatory, async ({ trx, request, record }) => {
    const { personId, ...rest } = request.body
    const form = parseSignatoryForm(rest)
    const person = await trx.selectFrom('users').select('nickname').where('id', '=', personId).executeTakeFirst()
    if (!person) throw userMissing()
    record({ kind: 'user', id: personId, name: person.nickname, changes: listChanges(undefined, form) })
    const duties = await readDuties(trx, personId)
    if (!duties.includes('approve') && !duties.includes('owner')) throw signatoryLacksDuty()
    await createSignatoryRepository({ db: trx, now }).add(personId, form)
    return ok(null)
  })

  addManagedRoute(app, options, changeSignatory, async ({ trx, request, record }) => {
    const { version, ...rest } = request.body
    const form = parseSignatoryForm(rest)
    const signatories = createSignatoryRepository({ db: trx, now })
    const before = await signatories.find(request.params.number)
    if (!before) throw signatoryMissing()
    if (before.deputyFor) throw cannotChangeDeputy()
    const { title, categories, validFrom, validTo } = before
    const changes = listChanges({ title, categories, validFrom, validTo }, form)
    record({ kind: 'user', id: before.personId, name: before.nickname, changes })
    // Reads the record again, because a colleague's change may have been stored after `before` was read.
    if (!(await signatories.change(before.id, version, form))) {
      const stored = await signatories.find(before.id)
      throw stored ? savedMeanwhile({ ...stored }) : signatoryMissing()
    }
    return ok(null)
  })

  addManagedRoute(app, options, addDeputy, async ({ trx, request, record }) => {
    const { deputyId, validFrom, validTo } = request.body
    const signatories = createSignatoryRepository({ db: trx, now })
    const absent = await signatories.find(request.params.number)
    if (!absent) throw signatoryMissing()
    const deputy = await trx.selectFrom('users').select('nickname').where('id', '=', deputyId).executeTakeFirst()
    if (!deputy) throw userMissing()
    const form = parseSignatoryForm({ title: DEPUTY_TITLE, categories: absent.categories, validFrom, validTo })
    const deputyFor = absent.signingName ?? absent.nickname
    record({
      kind: 'user',
      id: deputyId,
      name: deputy.nickname,
      changes: listChanges(undefined, { deputyFor, categories: form.categories, validFrom, validTo }),
    })
    if (absent.deputyFor) throw deputyCannotDelegate()
    if (absent.personId === deputyId) throw cannotBeOwnDeputy()
    if (validFrom < absent.validFrom || validTo > absent.validTo) {
      throw badInput(`代理的日期须在本人的授权之内：${absent.validFrom} 至 ${absent.validTo}`)
    }
    if (validTo < toWireDate(now())) throw badInput('截止日期已过')
    const duties = await readDuties(trx, deputyId)
    if (!duties.includes('approve') && !duties.includes('owner')) throw signatoryLacksDuty()
    await signatories.add(deputyId, form, absent.id)
    return ok(null)
  })

  addManagedRoute(app, options, withdrawSignatory, async ({ trx, request, record }) => {
    const signatories = createSignatoryRepository({ db: trx, now })
    const before = await signatories.find(request.params.number)
    if (!before) throw signatoryMissing()
    const { personId, nickname, title, categories, validFrom, validTo } = before
    const changes = toTexts({ title, categories, validFrom, validTo })
    record({
      kind: 'user',
      id: personId,
      name: nickname,
      changes: changes.map(([member, text]) => ({ member, before: text, after: null })),
    })
    await signatories.withdraw(before.id)
    return ok(null)
  })

  addManagedRoute(app, options, saveMark, async ({ trx, request, record }) => {
    const { version, ...rest } = request.body
    const { kind } = request.params
    checkDay(rest.validTo)
    // A certificate separates its marks by this character.
    const form = { ...rest, number: toOneLine(rest.number, rest.number.length).replaceAll('；', ';') }
    if (form.number === '') throw badInput('请填写证书编号')
    const unreadable = form.standards.find((code) => readStandardCode(code) === undefined)
    if (unreadable !== undefined) throw badInput(`标准号“${unreadable}”应如 GB/T 16552—2017`)
    const marks = createMarkRepository({ db: trx, now })
    const stored = async () => (await marks.list()).find((mark) => mark.kind === kind)
    const before = await stored()
    const old = before && {
      number: before.number,
      categories: before.categories,
      scope: before.scope,
      standards: before.standards,
      isPrinted: before.isPrinted,
      validTo: before.validTo,
    }
    record({ kind: 'mark', id: kind, name: kind.toUpperCase(), changes: listChanges(old, form) })
    if (!(await marks.save(kind, version, form))) throw savedMeanwhile({ ...(await stored()) })
    return ok(null)
  })
}

import { SIGNING_DUTIES } from '@portal/contract/accounts/duties.ts'
import { giveSigningName } from '@portal/contract/accounts/people.ts'
import { SIGNING_NAME } from '@portal/contract/accounts/people-rules.ts'
import type { FastifyPluginAsync } from 'fastify'
import { readDuties } from '#accounts/duties/duties.ts'
import { addManagedRoute } from '#accounts/duties/managed-route.ts'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { NOTICE, type NoticeRepository } from '#accounts/notices/notice-repository.ts'
import { foldName } from '#accounts/profiles/reserved-names.ts'
import type { Db } from '#platform/db/open.ts'
import { signingNameNeedsDuty, signingNameTaken, signingNameUnfit } from '#platform/errors.ts'
import { ok } from '#platform/http/add-route.ts'
import { escapeHtml } from '#platform/search/mark.ts'
import type { Digest } from '#platform/secrets/instance-secret.ts'
import { toOneLine } from '#platform/text/one-line.ts'
import { lockAccount } from './account-lock.ts'
import { setSigningPicture } from './signing-pictures.ts'
import { keepStaffName, toStaffName } from './staff-names.ts'

/** Invisible characters, fillers included, which fonts render as nothing. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u

interface Options {
  db: Db
  digest: Digest
  notices: NoticeRepository
  now: () => number
}

/**
 * Routes by which owners give the names that certificates show, their own included, as a laboratory may have one owner.
 */
export const signingNameRoutes: FastifyPluginAsync<Options> = async (app, options) => {
  const { notices } = options

  addManagedRoute(
    app,
    options,
    giveSigningName,
    async ({ account, trx, request, record, runAfterwards: afterwards }) => {
      const { id } = request.params
      const name = parseSigningName(request.body.name)
      record({ kind: 'user', id })
      const person = await lockAccount(trx, id, request.body.version)
      const before = await trx.selectFrom('users').select('signing_name').where('id', '=', id).executeTakeFirstOrThrow()
      const change = { member: 'signingName', before: before.signing_name, after: name }
      record({ kind: 'user', id, name: person.nickname, changes: [change] })
      if (name !== null) {
        const duties = await readDuties(trx, id)
        if (!duties.some((duty) => duty === 'owner' || SIGNING_DUTIES.includes(duty))) throw signingNameNeedsDuty()
        await checkIsFree(trx, id, name)
      }
      await trx
        .updateTable('users')
        .set({ signing_name: name, signing_name_folded: name && foldName(name) })
        .where('id', '=', id)
        .execute()
      // The picture shows the name before.
      if (name !== before.signing_name) await setSigningPicture(trx, id, null)
      if (name !== null) await keepStaffName(trx, id)
      const words = name === null ? '取消' : `改为“${escapeHtml(name)}”`
      const content = `“${escapeHtml(person.nickname)}”的证书署名已由${escapeHtml(toStaffName(account))}${words}。`
      afterwards(await prepareSigningNotice(trx, notices, { id, by: account.id, content }))
      return ok(null)
    },
  )
}

/** Checks a typed name. @returns `null` for an empty one @throws AppError for a text that is no name */
function parseSigningName(typed: string | null): string | null {
  const name = toOneLine(typed ?? '', SIGNING_NAME.max)
  if (name === '') return null
  if (!SIGNING_NAME.pattern.test(name) || INVISIBLE.test(name)) throw signingNameUnfit()
  return name
}

/** @throws AppError when another person signs with a name that looks the same */
async function checkIsFree(trx: Db, id: string, name: string): Promise<void> {
  const holder = await trx
    .selectFrom('users')
    .select('nickname')
    .where('signing_name_folded', '=', foldName(name))
    .where('id', '!=', id)
    .executeTakeFirst()
  if (holder) throw signingNameTaken(holder.nickname)
}

/**
 * Lists those who learn of a change to what a person signs with: the person and all other owners.
 * @returns sends the notices, after the commit
 */
export async function prepareSigningNotice(
  trx: Db,
  notices: NoticeRepository,
  { id, by, content }: { id: string; by: string; content: string },
): Promise<() => Promise<void>> {
  const others = await listOtherOwners(trx, by)
  return async () => {
    for (const to of new Set([id, ...others])) {
      if (to !== by) await notices.notify({ to, type: NOTICE.system, content })
    }
  }
}

async function listOtherOwners(trx: Db, id: string): Promise<string[]> {
  const owners = trx.selectFrom('users').select('id').where('role', '=', 'owner').where('id', '!=', id)
  return (await owners.where('status', '=', ACCOUNT_STATUS.normal).execute()).map((owner) => owner.id)
}

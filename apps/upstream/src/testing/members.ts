import type { Duty } from '@portal/contract/accounts/duties.ts'
import { setDuties } from '#accounts/duties/duties.ts'
import type { Db } from '#platform/db/open.ts'
import type { Role } from '#platform/db/tables/accounts.ts'
import { ask, type TestAnswer } from './asking.ts'
import type { TestUpstream } from './make-upstream.ts'

/** A member with a client address of the own. */
export interface Member {
  id: string
  token: string
  ask(call: string, body?: Record<string, unknown>): Promise<TestAnswer>
}

let members = 0

const DUTIES: Record<Role, readonly Duty[]> = { user: [], editor: ['edit', 'support'], owner: ['owner'] }

/** Gives an account the duties of a role. Sessions made by `signUp` have proved the second factor. */
export async function giveRole(db: Db, userId: string, role: Role): Promise<void> {
  await setDuties(db, userId, DUTIES[role], { by: null, at: 0 })
}

/** Gives a logged-in account the duties of a role; its sessions then count as proved. */
export async function makeStaff(db: Db, userId: string, role: Role): Promise<void> {
  await giveRole(db, userId, role)
  await db.updateTable('sessions').set({ factor_at: Date.now() }).where('user_id', '=', userId).execute()
}

/** Creates an account with this role and nickname. */
export async function join(upstream: TestUpstream, name: string, role: Role = 'user'): Promise<Member> {
  members += 1
  const from = `10.1.${members >> 8}.${members & 255}`
  const { id, token } = await upstream.signUp(`${name}@n${members}.example.test`)
  await upstream.db.updateTable('users').set({ nickname: name }).where('id', '=', id).execute()
  await giveRole(upstream.db, id, role)
  return { id, token, ask: (call, body) => ask(upstream, call, { token, from, ...(body && { body }) }) }
}

/** Makes all members follow each other, so that the message limit for strangers does not apply. */
export async function acquaint(upstream: TestUpstream, ...members: readonly Pick<Member, 'id'>[]): Promise<void> {
  for (const { id: follower_id } of members) {
    const followed = members.filter(({ id }) => id !== follower_id)
    await upstream.db
      .insertInto('follows')
      .values(followed.map(({ id }) => ({ follower_id, followed_id: id, created_at: 0 })))
      .execute()
  }
}

export async function articleId(upstream: TestUpstream, title: string): Promise<number> {
  const query = upstream.db.selectFrom('articles').select('id').where('title', '=', title)
  return (await query.executeTakeFirstOrThrow()).id
}

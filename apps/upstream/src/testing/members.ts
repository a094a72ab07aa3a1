import type { Role } from '#db/tables.ts'
import { type Asked, ask } from './asking.ts'
import type { TestUpstream } from './make-upstream.ts'

/** A member with an own client address. */
export interface Member {
  id: string
  token: string
  ask(call: string, body?: Record<string, unknown>): Promise<Asked>
}

let members = 0

/** Creates an account with this role and nickname. */
export async function join(upstream: TestUpstream, name: string, role: Role = 'user'): Promise<Member> {
  members += 1
  const from = `10.1.${members >> 8}.${members & 255}`
  const { id, token } = await upstream.signUp(`${name}@n${members}.example.test`)
  await upstream.db.updateTable('users').set({ role, nickname: name }).where('id', '=', id).execute()
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

import type { Duty } from '@portal/contract/accounts/duties.ts'
import { sampleForm } from '@portal/contract/articles/content.ts'
import { setDuties } from '#accounts/duties/duties.ts'
import type { Loose } from '../asking.ts'
import { makeUpstreamOn, type UpstreamOptions } from '../make-upstream.ts'
import { join, type Member } from '../members.ts'

type Make = Parameters<typeof makeUpstreamOn>[0]

/** Opens an upstream with staff, and functions that create things for them to work on. No two tests share one. */
export async function openBureau(make: Make, options: Omit<UpstreamOptions, 'databaseUrl'> = {}) {
  const upstream = await makeUpstreamOn(make, options)
  const { db } = upstream
  const now = options.now ?? Date.now
  let createdCount = 0

  /** Creates a person whose session has just proved the second factor. */
  async function hire(...duties: readonly Duty[]): Promise<Member> {
    createdCount += 1
    const person = await join(upstream, `人员${createdCount}`)
    await setDuties(db, person.id, duties, { by: null, at: 0 })
    await db.updateTable('sessions').set({ factor_at: now() }).where('user_id', '=', person.id).execute()
    return person
  }

  const owner = await hire('owner')

  /** Makes a call that must succeed. @returns the answer's data @throws Error otherwise */
  async function done(person: Member, call: string, body?: Record<string, unknown>): Promise<Loose> {
    const answer = await person.ask(call, body)
    if (answer.code !== 200) throw new Error(`${call}: ${answer.code} ${answer.message}`)
    return answer.data
  }

  return {
    upstream,
    owner,
    hire,
    done,
    close: () => upstream.close(),

    /** Creates an article. @returns its number */
    async article(): Promise<number> {
      createdCount += 1
      const form = { ...sampleForm, title: `绿松石的铁线 ${createdCount}`, contentMd: '铁线的形态。' }
      return (await done(owner, 'POST /v1/manage/articles', { form })).id
    },

    /** Creates a reported comment with its ticket. @returns the ticket's number */
    async commentTicket(): Promise<number> {
      const published = db.selectFrom('articles').select('id').where('is_publish', '=', 1)
      const { id: articleId } = await published.executeTakeFirstOrThrow()
      const [writer, reader] = [await hire(), await hire()]
      await done(writer, 'POST /v1/comment/', { articleId, content: '加微信看货' })
      const newest = db.selectFrom('comments').select('id').orderBy('id', 'desc')
      const { id } = await newest.executeTakeFirstOrThrow()
      await done(reader, 'POST /v1/comment/report', { id, reason: '广告' })
      return await newestTicket()
    },

    /** Creates feedback of a member. @returns the ticket's number */
    async ticket(): Promise<number> {
      const body = { type: 2, title: '重量与实物不符', content: '证书写 12.36 g' }
      await done(await hire(), 'POST /v1/feedback/', body)
      return await newestTicket()
    },

    /** Creates a tag. @returns its id */
    async tag(): Promise<number> {
      createdCount += 1
      return (await done(owner, 'POST /v1/manage/topics', { kind: 'tag', name: `标签${createdCount}` })).id
    },

    /** Reads the version of a row. */
    async readVersion(
      table: 'articles' | 'tickets' | 'partners' | 'saved_replies' | 'signatories' | 'tags',
      id: number,
    ): Promise<number> {
      return (await db.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version
    },

    async versionOfPerson(id: string): Promise<number> {
      const row = db.selectFrom('users').select('managed_version').where('id', '=', id)
      return (await row.executeTakeFirstOrThrow()).managed_version
    },
  }

  async function newestTicket(): Promise<number> {
    return (await db.selectFrom('tickets').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
  }
}

export type Bureau = Awaited<ReturnType<typeof openBureau>>

import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createGroupCommit, type GroupCommit, type Write } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { type OpenDatabase, openDatabase } from './open.ts'

let database: OpenDatabase
let commit: GroupCommit

const add =
  (id: string): Write<string> =>
  async (trx) => {
    await trx.insertInto('users').values({ id, nickname: id, avatar: '', status: 1, created_at: 0 }).execute()
    return id
  }

async function ids(): Promise<string[]> {
  const rows = await database.db
    .selectFrom('users')
    .select('id')
    .where('nickname', 'like', 'user%')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

beforeEach(async () => {
  database = openDatabase('sqlite::memory:')
  await migrate(database)
  commit = createGroupCommit(database.db)
})

afterEach(() => database.close())

it('stores what comes at the same time in one transaction, and answers in the order in which it came', async () => {
  const transactions = new Set<unknown>()
  const answered: string[] = []
  const watched = (id: string) =>
    commit((trx) => {
      transactions.add(trx)
      return add(id)(trx)
    })
  await Promise.all(['user2', 'user1', 'user3'].map(async (id) => void answered.push(await watched(id))))
  expect(answered).toEqual(['user2', 'user1', 'user3'])
  expect(await ids()).toEqual(['user1', 'user2', 'user3'])
  expect(transactions.size).toBe(1)
})

it('takes back what failed, and nothing of the others that came with it', async () => {
  const half: Write<never> = async (trx) => {
    await add('user9')(trx)
    throw new Error('changed its mind')
  }
  const outcomes = await Promise.allSettled([
    commit(add('user1')),
    commit(half),
    commit(add('user1')),
    commit(add('user2')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(await ids()).toEqual(['user1', 'user2'])
})

it('answers nobody before the disk has it, and fails all when the commit fails', async () => {
  const orphan: Write<string> = async (trx) => {
    // Checked at the commit only: it fails late, as with a disk that is full by then.
    await sql`pragma defer_foreign_keys = on`.execute(trx)
    await trx
      .insertInto('sessions')
      .values({ token_hash: 'x', id: 'x', device: null, user_id: 'nobody', created_at: 0, expires_at: 0 })
      .execute()
    return 'stored'
  }
  const outcomes = await Promise.allSettled([commit(add('user1')), commit(orphan)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ids()).toEqual([])
  expect(await commit(add('user2'))).toBe('user2')
})

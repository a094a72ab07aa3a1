import type { Duty } from '@portal/contract/accounts/duties.ts'
import { COUNTED_MAX, type PeopleView } from '@portal/contract/accounts/people-rules.ts'
import { sql } from 'kysely'
import { ACCOUNT_STATUS } from '#accounts/login/account-status.ts'
import { containsText } from '#platform/db/contains-text.ts'
import type { Db } from '#platform/db/open.ts'
import { countRows } from '#platform/db/queries.ts'
import { toAccountFacts } from './account-facts.ts'
import { listReportedAccounts } from './reported-people.ts'

const PAGE_SIZE = 50
/** Number of accounts per query of an export. */
const CHUNK = 500
const ACCOUNT_ID = /^(?:1|[0-9a-f]{32})$/

export type PeopleList = ReturnType<typeof createPeopleList>

export interface PeopleFilter {
  view?: PeopleView | undefined
  search?: string | undefined
  duty?: Duty | undefined
  /** Id of the last account on the page before. */
  after?: string | undefined
}

export function createPeopleList({ db, now }: { db: Db; now: () => number }) {
  /**
   * Uses literal values in the condition, because a partial index only serves a condition that is known before values
   * are bound.
   */
  function matchView(view: PeopleView) {
    const people = db.selectFrom('users')
    if (view === 'disabled') return people.where(sql<boolean>`status = 0`)
    if (view === 'staff') return people.where(sql<boolean>`role <> 'user'`)
    return people.where('status', '!=', ACCOUNT_STATUS.closed)
  }

  /** Finds the ids of one page, newest first. A search by nickname reads the index alone. */
  async function findPageIds(
    { view = 'all', search = '', duty, after }: PeopleFilter,
    showsEmails: boolean,
    size: number,
  ): Promise<string[]> {
    let people = matchView(view)
    const text = search.trim()
    if (text.includes('@') && showsEmails) {
      people = people.where((eb) => eb.or(['account_name', 'email'].map((column) => containsText(db, column, text))))
    } else if (text.includes('@')) {
      // Matches the whole address only: a search for parts would reveal masked addresses.
      people = people.where((eb) =>
        eb.or([eb('account_name', '=', text.toLowerCase()), eb('email', 'in', [text, text.toLowerCase()])]),
      )
    } else if (ACCOUNT_ID.test(text)) {
      people = people.where('id', '=', text)
    } else if (text !== '') {
      people = people.where(containsText(db, 'nickname', text))
    }
    if (duty) {
      people = people.where('id', 'in', db.selectFrom('duties').select('user_id').where('duty', '=', duty))
    }
    if (after !== undefined) {
      const last = await db.selectFrom('users').select('created_at').where('id', '=', after).executeTakeFirst()
      if (!last) return []
      people = people.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(last.created_at, after)))
    }
    const newestFirst = people.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc')
    return (await newestFirst.limit(size + 1).execute()).map(({ id }) => id)
  }

  async function readRows(ids: readonly string[], showsEmails: boolean) {
    const found = await toAccountFacts(db, ids, showsEmails)
    return found.map(({ facts, duties, row }) => ({ ...facts, duties, version: row.managed_version }))
  }

  /** Reads a page of reported accounts, those with most open reports first. */
  async function readReportedPage({ after }: PeopleFilter, showsEmails: boolean, size: number) {
    const all = await listReportedAccounts(db)
    const first = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
    const page = all.slice(first, first + size)
    const openReports = new Map(page.map(({ id, open }) => [id, open]))
    const rows = await readRows([...openReports.keys()], showsEmails)
    const records = rows.map((row) => ({ ...row, openReports: openReports.get(row.id) ?? 0 }))
    return { records, hasMore: all.length > first + size }
  }

  return {
    /** @param showsEmails whether addresses of members are complete */
    async page(filter: PeopleFilter, showsEmails: boolean, size = PAGE_SIZE) {
      if (filter.view === 'reported') return await readReportedPage(filter, showsEmails, size)
      const ids = await findPageIds(filter, showsEmails, size)
      return { records: await readRows(ids.slice(0, size), showsEmails), hasMore: ids.length > size }
    },

    /** Reads all accounts of a view in chunks, with complete addresses. */
    async *streamChunks(filter: PeopleFilter) {
      let after = filter.after
      for (;;) {
        const { records, hasMore } = await this.page({ ...filter, after }, true, CHUNK)
        if (records.length > 0) yield records
        after = records.at(-1)?.id
        if (!hasMore || after === undefined) return
      }
    },

    /** Counts the accounts of each view, exactly up to `COUNTED_MAX`. */
    async countViews() {
      const upTo = (view: PeopleView) =>
        countRows(
          db.selectFrom(
            matchView(view)
              .select('id')
              .limit(COUNTED_MAX + 1)
              .as('counted'),
          ),
        )
      const reported = (await listReportedAccounts(db)).filter(({ open }) => open > 0).length
      const invited = db.selectFrom('invitations').where('expires_at', '>', now())
      return {
        all: await upTo('all'),
        staff: await upTo('staff'),
        disabled: await upTo('disabled'),
        reported,
        invited: await countRows(invited),
      }
    },
  }
}

import type { Duty } from '@portal/contract/manage/duties.ts'
import { COUNTED_MAX, type PeopleView } from '@portal/contract/manage/people-rules.ts'
import { sql } from 'kysely'
import { containsText } from '#db/contains-text.ts'
import type { Db } from '#db/open.ts'
import { countOf } from '#db/queries.ts'
import { ACCOUNT_STATUS } from '#resources/login/account-status.ts'
import { accountFacts } from './account-facts.ts'

const PAGE_SIZE = 50
const ACCOUNT_ID = /^(?:1|[0-9a-f]{32})$/

interface Filter {
  view?: PeopleView | undefined
  search?: string | undefined
  duty?: Duty | undefined
  /** Id of the last account of the page before. */
  after?: string | undefined
}

export function createPeopleList({ db, now }: { db: Db; now: () => number }) {
  /** With literal values, because partial indexes are used for conditions known before values are bound. */
  function inView(view: PeopleView) {
    const people = db.selectFrom('users')
    if (view === 'disabled') return people.where(sql<boolean>`status = 0`)
    if (view === 'staff') return people.where(sql<boolean>`role <> 'user'`)
    return people.where('status', '!=', ACCOUNT_STATUS.closed)
  }

  /** One page of ids, newest first, from the index alone as long as the search is by nickname. */
  async function pageOfIds({ view = 'all', search = '', duty, after }: Filter): Promise<string[]> {
    let people = inView(view)
    const text = search.trim()
    if (text.includes('@')) {
      // The whole address only: a search by its parts would spell out masked addresses.
      people = people.where((eb) =>
        eb.or([eb('account_name', '=', text.toLowerCase()), eb('email', 'in', [text, text.toLowerCase()])]),
      )
    } else if (ACCOUNT_ID.test(text)) {
      people = people.where('id', '=', text)
    } else if (text !== '') {
      people = people.where(containsText('nickname', text))
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
    return (await newestFirst.limit(PAGE_SIZE + 1).execute()).map(({ id }) => id)
  }

  return {
    /** @param showsEmails addresses of members in full */
    async page(filter: Filter, showsEmails: boolean) {
      const ids = await pageOfIds(filter)
      const facts = await accountFacts(db, ids.slice(0, PAGE_SIZE), showsEmails)
      return { records: facts.map(({ facts, duties }) => ({ ...facts, duties })), hasMore: ids.length > PAGE_SIZE }
    },

    /** Sizes of the views, exact up to `COUNTED_MAX`. */
    async counts() {
      const upTo = (view: PeopleView) =>
        countOf(
          db.selectFrom(
            inView(view)
              .select('id')
              .limit(COUNTED_MAX + 1)
              .as('counted'),
          ),
        )
      const invited = db.selectFrom('invitations').where('expires_at', '>', now())
      return {
        ...{ all: await upTo('all'), staff: await upTo('staff'), disabled: await upTo('disabled') },
        invited: await countOf(invited),
      }
    },
  }
}

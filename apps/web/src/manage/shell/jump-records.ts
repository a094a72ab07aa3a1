import { BadgeCheck, type LucideIconData, MessageSquareWarning, Newspaper, UserRound } from '@lucide/icons'
import { DUTY_NAMES } from '@portal/contract/accounts/duties.ts'
import { NUMBER_PATTERN } from '@portal/contract/certificates/certificate-number.ts'
import type { ApiClient } from '#lib/api/api-client.ts'
import type { JumpItem } from './jump-list.ts'
import type { Place } from './place.ts'

/** Maximum number of records of one kind in the list; its page shows more. */
const SHOWN = 4
/** The lowest length limit of all searches. */
const SEARCH_MAX = 100

interface Source {
  /** Path of the place whose list is searched; the search is skipped when the duties do not allow the place. */
  path: string
  find: (api: ApiClient, typed: string, signal: AbortSignal) => Promise<JumpItem[]>
}

const toQuietOptions = (signal: AbortSignal) => ({ signal, quiet: true })
const createItem = (
  icon: LucideIconData,
  group: JumpItem['group'],
  to: string,
  title: string,
  note: string,
): JumpItem => ({
  key: to,
  group,
  icon,
  title,
  note,
  to,
})

const SOURCES: readonly Source[] = [
  {
    path: '/people',
    find: async (api, search, signal) => {
      const { records } = await api.call('GET /v1/manage/users', { query: { search }, ...toQuietOptions(signal) })
      return records.map(({ id, nickname, email, duties }) => {
        const dutiesText = duties.length > 0 ? duties.map((duty) => DUTY_NAMES[duty]).join('、') : '会员'
        return createItem(UserRound, '用户', `/people/${id}`, nickname, [dutiesText, email].filter(Boolean).join('，'))
      })
    },
  },
  {
    path: '/tickets',
    find: async (api, q, signal) => {
      const { records } = await api.call('GET /v1/manage/tickets', {
        query: { view: 'all', q },
        ...toQuietOptions(signal),
      })
      return records.map(({ id, title, customer }) =>
        createItem(
          MessageSquareWarning,
          '工单',
          `/tickets/${id}`,
          title,
          [`T-${id}`, customer].filter(Boolean).join('，'),
        ),
      )
    },
  },
  {
    path: '/articles',
    find: async (api, keyword, signal) => {
      const { records } = await api.call('GET /v1/manage/articles', { query: { keyword }, ...toQuietOptions(signal) })
      return records.map(({ id, title, nickname, categoryName }) =>
        createItem(Newspaper, '文章', `/articles/${id}`, title, `${categoryName}，${nickname}`),
      )
    },
  },
]

/** A certificate number leads to the page where customers look it up. */
export function findCertificate(typed: string): JumpItem[] {
  const number = typed.replaceAll(/[\s-]/g, '').toUpperCase()
  if (!new RegExp(NUMBER_PATTERN).test(number)) return []
  const to = `/certificate-check?no=${number}`
  return [{ ...createItem(BadgeCheck, '证书', to, number, '在查询页打开'), isPublic: true }]
}

export interface FoundRecords {
  items: readonly JumpItem[]
  /** Some lists gave no answer. */
  isPartial: boolean
}

/** Searches the lists of these places. @throws the reason of `signal` */
export async function findRecords(
  api: ApiClient,
  places: readonly Place[],
  typed: string,
  signal: AbortSignal,
): Promise<FoundRecords> {
  const text = typed.trim().slice(0, SEARCH_MAX)
  const sources = SOURCES.filter(({ path }) => places.some((place) => place.path === path))
  const answers = await Promise.allSettled(sources.map(({ find }) => find(api, text, signal)))
  signal.throwIfAborted()
  return {
    items: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.slice(0, SHOWN) : [])),
    isPartial: answers.some(({ status }) => status === 'rejected'),
  }
}

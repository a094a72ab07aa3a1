import type { QueryFor } from '@portal/contract/calls.ts'
import { CERTIFICATE_CATEGORIES, type CertificateCategory } from '@portal/contract/certificates/certificate-states.ts'
import {
  DESK_WARNED,
  type DeskStage,
  parseNumberPrefix,
  SHOWN_STATES,
} from '@portal/contract/certificates/desk/desk-rules.ts'

export const DESK_FILTERS = ['search', 'category', 'by', 'warned', 'from', 'to', 'state'] as const
export const CATEGORIES = Object.keys(CERTIFICATE_CATEGORIES) as CertificateCategory[]

/** States of the list that are steps of submitted changes. */
const STAGES: Readonly<Record<string, DeskStage>> = { review: 'review', submitted: 'approval' }

/** Rare states of the list, with their names; overview and import link to them. */
export const RARE_STATES = { waiting: '已提交', unconfirmed: '待复核', recovered: '恢复后待核对' } as const

type DeskQuery = NonNullable<QueryFor<'GET /v1/manage/certificates'>>

const readChoice = <T extends string>(name: string, all: readonly T[], value: string | null) => {
  const found = all.find((one) => one === value)
  return found === undefined ? {} : { [name]: found }
}

/**
 * Builds the query of the list from its address. `state` is the state of the pending change, one of `STAGES`, the state that
 * holders of the code see, or one of `RARE_STATES`.
 */
export function buildDeskQuery(address: URLSearchParams): DeskQuery {
  const readTextFilter = (name: string) => (address.get(name) ? { [name]: address.get(name) ?? '' } : {})
  const stage = STAGES[address.get('state') ?? '']
  return {
    ...readTextFilter('search'),
    ...readTextFilter('by'),
    ...readTextFilter('from'),
    ...readTextFilter('to'),
    ...readChoice('category', CATEGORIES, address.get('category')),
    ...readChoice('warned', DESK_WARNED, address.get('warned')),
    ...readChoice('changeState', ['draft', 'returned'], address.get('state')),
    ...(address.get('state') === 'waiting' && { changeState: 'submitted' as const }),
    ...(stage && { stage }),
    ...readChoice('shown', SHOWN_STATES, address.get('state')),
    ...(address.get('state') === 'unconfirmed' && { unconfirmed: 'true' }),
    ...(address.get('state') === 'recovered' && { recovered: 'true' }),
  }
}

/** Whether the search is for numbers; the list is then sorted by number. */
export const isNumberSearch = (search: string) => parseNumberPrefix(search) !== undefined

import type { QueryFor } from '@portal/contract/calls.ts'
import { DESK_CHOSEN_MAX } from '@portal/contract/certificates/desk/desk-rules.ts'
import { useSearchParams } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { showToast } from '#lib/toasts.ts'
import { buildDeskQuery } from './desk-filter.ts'

/** Returns a function that reads the numbers of all pages of the list, in one state; `null` after a failure, which is shown. */
export function useFilterNumbers() {
  const api = useApi()
  const [address] = useSearchParams()
  return async (state: Pick<NonNullable<QueryFor<'GET /v1/manage/certificates/numbers'>>, 'stage' | 'shown'>) => {
    const { changeState: _change, stage: _stage, shown: _shown, ...filter } = buildDeskQuery(address)
    try {
      const query = { ...filter, ...state }
      const { numbers, hasMore } = await api.call('GET /v1/manage/certificates/numbers', { query })
      if (hasMore) showToast('warning', `超过 ${DESK_CHOSEN_MAX} 份，这次列出前 ${DESK_CHOSEN_MAX} 份`)
      return numbers
    } catch {
      showToast('error', '没有取到编号，请稍后再试')
      return null
    }
  }
}

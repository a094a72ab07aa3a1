import type { DataFor } from '@portal/contract/calls.ts'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { showOffline } from '#lib/api/use-busy.ts'

export type Topic = DataFor<'GET /v1/manage/tags'>['records'][number]

/** Pause in typing before the search, ms. */
const PAUSE_MS = 250

/** Tags by a part of their name, loaded page by page. */
export function useTags() {
  const api = useApi()
  const [keyword, setKeyword] = useState('')
  const [list, setList] = useState<{ records: Topic[]; hasMore: boolean }>({ records: [], hasMore: false })
  const newest = useRef(0)

  const load = async (word: string, before: readonly Topic[]) => {
    newest.current += 1
    const turn = newest.current
    const after = before.at(-1)?.id
    const query = { ...(word && { keyword: word }), ...(after !== undefined && { after }) }
    try {
      const page = await api.call('GET /v1/manage/tags', { query })
      if (turn === newest.current) setList({ records: [...before, ...page.records], hasMore: page.hasMore })
    } catch (reason) {
      showOffline(reason)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` is made anew each time
  useEffect(() => {
    const timer = setTimeout(() => void load(keyword.trim(), []), keyword ? PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [keyword])

  return {
    ...list,
    keyword,
    find: setKeyword,
    more: () => void load(keyword.trim(), list.records),
    reload: () => void load(keyword.trim(), []),
  }
}

import { BULK_JOB_MAX } from '@portal/contract/articles/bulk-rules.ts'
import type { QueryFor } from '@portal/contract/calls.ts'
import { useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { formatNumber } from '#lib/format.ts'
import { Button } from '#ui/forms/button.tsx'

export type ArticleFilter = QueryFor<'GET /v1/manage/articles/matching'>

/** Offers to select the rows of all pages when the rows of this page are all selected. */
export function SelectMatching({ filter, onSelect }: { filter: ArticleFilter; onSelect: (total: number) => void }) {
  const api = useApi()
  const [total, setTotal] = useState<number | null>(null)
  const key = JSON.stringify(filter)
  useEffect(() => {
    let isGone = false
    const query = JSON.parse(key) as ArticleFilter
    api
      .call('GET /v1/manage/articles/matching', { query, quiet: true })
      .then((found) => isGone || setTotal(found.total))
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [api, key])
  if (total === null) return null
  if (total > BULK_JOB_MAX) return <span>超过 {formatNumber(BULK_JOB_MAX)} 篇，请先筛选</span>
  return (
    <Button variant="quiet" onClick={() => onSelect(total)}>
      选择全部 {formatNumber(total)} 篇
    </Button>
  )
}

import type { BodyFor, DataFor } from '@portal/contract/calls.ts'
import { CODE } from '@portal/contract/errors.ts'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#lib/api/api-client.ts'
import { useApi } from '#lib/api/api-context.ts'

export type ManagedSite = DataFor<'GET /v1/manage/site'>
export type SiteChange = BodyFor<'PUT /v1/manage/site'>['settings']

/** The settings of the site, and a function that saves the part of a step. */
export function useSite() {
  const api = useApi()
  const [site, setSite] = useState<ManagedSite | null>(null)
  const [fault, setFault] = useState('')
  const load = useCallback(
    () =>
      api
        .call('GET /v1/manage/site', { quiet: true })
        .then((loaded) => {
          setSite(loaded)
          setFault('')
        })
        .catch((reason: unknown) => setFault(describeFailure(reason))),
    [api],
  )
  useEffect(() => void load(), [load])

  /** @returns whether it was saved */
  async function save(settings: SiteChange): Promise<boolean> {
    if (!site) return false
    try {
      if (Object.keys(settings).length > 0) {
        await api.call('PUT /v1/manage/site', { body: { version: site.version, settings } })
        await load()
      }
      return true
    } catch (reason) {
      const isConflict = reason instanceof ApiError && reason.code === CODE.conflict
      if (isConflict) await load()
      setFault(
        isConflict ? '有人刚刚改过同一项。您的内容还在，核对后再按“下一步”即以您的为准' : describeFailure(reason),
      )
      return false
    }
  }
  return { site, fault, load, save }
}

function describeFailure(reason: unknown): string {
  return reason instanceof ApiError ? reason.message : '网络不通，请检查网络后重试'
}

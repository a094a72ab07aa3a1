import type { DataFor } from '@portal/contract/calls.ts'
import type { SiteMember, SiteSettings } from '@portal/contract/site/site-settings.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { useApi } from '#lib/api/api-context.ts'
import { type Choices, compareSides, mergeSides } from '#manage/controls/saving/compare-sides.ts'
import type { Edit } from '#manage/controls/saving/use-edit.ts'
import { useSaving } from '#manage/controls/saving/use-saving.ts'
import { loadMissing } from '#manage/staff/missing.ts'
import { type SiteValues, toSiteChange, toValues } from './site-members.ts'

/** Stored settings after a colleague has saved. */
interface Stored {
  version: number
  savedAt: string | null
  savedBy: string | null
  settings: SiteSettings
}

/** Saves the form, and restores earlier versions. */
export function useSiteSaving(edit: Edit<SiteValues>, site: DataFor<'GET /v1/manage/site'>) {
  const api = useApi()
  const { revalidate } = useRevalidator()
  const saving = useSaving<Stored>()
  /** Version that this page has just created. */
  const [savedVersion, setDone] = useState<number | null>(null)

  async function send(values: SiteValues, names: readonly SiteMember[], version: number): Promise<void> {
    const settings = toSiteChange(values, names)
    const saved = await api.call('PUT /v1/manage/site', { body: { version, settings } })
    await reloadStored()
    setDone(saved.version)
    void loadMissing(api)
  }

  /** Takes over the stored settings, which are normalised and merged with those that others have saved. */
  async function reloadStored(): Promise<void> {
    const stored = await api.call('GET /v1/manage/site')
    edit.settle(toValues(stored.settings), stored.version)
    await revalidate()
  }

  const save = () => {
    setDone(null)
    if (!edit.check()) return
    void saving.save(() => send(edit.values, edit.changed as SiteMember[], edit.version))
  }

  const saveChosen = (choices: Choices) => {
    const { conflict } = saving
    if (!conflict) return
    const theirs = toValues(conflict.settings)
    const merged = mergeSides(edit.base, edit.values, theirs, choices)
    const ownChanges = compareSides(theirs, merged, theirs).map(({ name }) => name as SiteMember)
    edit.rebase(theirs, conflict.version, merged)
    void saving.save(async () => {
      if (ownChanges.length > 0) await send(merged, ownChanges, conflict.version)
      else await reloadStored()
    })
  }

  /** @throws ApiError; 409 is shown as a conflict */
  const restore = async (to: number) => {
    setDone(null)
    await saving.save(async () => {
      const saved = await api.call('POST /v1/manage/site/restore', { body: { version: site.version, to } })
      await reloadStored()
      setDone(saved.version)
      void loadMissing(api)
    })
  }

  return { ...saving, done: savedVersion, save: () => save(), saveChosen, restore }
}

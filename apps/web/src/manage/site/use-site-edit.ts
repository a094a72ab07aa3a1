import type { DataFor } from '@portal/contract/calls.ts'
import { describeSiteValue } from '@portal/contract/site/site-words.ts'
import { useEdit } from '#manage/controls/saving/use-edit.ts'
import { useDraftKey } from '#manage/staff/staff-store.ts'
import { findFaults, type SiteValues, toValues } from './site-members.ts'

/**
 * The settings of the site being edited on one page.
 * @param page names the draft that this browser keeps
 */
export function useSiteEdit(page: string, site: DataFor<'GET /v1/manage/site'>) {
  const saved = toValues(site.settings)
  return useEdit<SiteValues>({
    key: useDraftKey(page),
    saved,
    version: site.version,
    findFaults: (values) => findFaults(saved, values),
    formatValue: describeSiteValue,
  })
}

import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import { createContext, useContext } from 'react'
import type { Edit } from '#manage/controls/saving/use-edit.ts'
import { MEMBERS, type SiteValues } from './site-members.ts'

export interface SiteForm {
  edit: Edit<SiteValues>
  /** Member whose field has the focus, for the preview. */
  focused: SiteMember | null
  onFocus: (name: SiteMember | null) => void
  configuredLoginTypes: readonly number[]
  /** `openingHours` as the site shows it now. */
  openingHours: string | null
  mayEdit: boolean
  /** Saves the changes, or shows the first fault. */
  onSave: () => void
  /** Addresses that failed on two different days. */
  deadLinks: readonly string[]
}

export const SiteFormContext = createContext<SiteForm | null>(null)

/** @throws Error outside of the page */
export function useSiteForm(): SiteForm {
  const form = useContext(SiteFormContext)
  if (!form) throw new Error('no site form around this part')
  return form
}

/** Props of the `Field` of a member. */
export function useMember(name: SiteMember) {
  const { edit, onFocus } = useSiteForm()
  const { label, place } = MEMBERS[name]
  const input = edit.getInputProps(name)
  return {
    field: { label, place, ...edit.getFieldProps(name) },
    input: { ...input, onFocus: () => onFocus(name) },
  }
}

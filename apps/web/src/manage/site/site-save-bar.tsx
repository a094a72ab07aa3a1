import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import { useApi } from '#lib/api/api-context.ts'
import { openPreviewTab } from '#manage/controls/saving/preview-tab.ts'
import { SaveBar } from '#manage/controls/saving/save-bar.tsx'
import { findPreviewPage } from './preview-page.ts'
import { useSiteForm } from './site-form.ts'
import { isMember, MEMBERS, toSiteChange } from './site-members.ts'
import type { useSiteSaving } from './use-site-saving.ts'

interface SiteSaveBarProps {
  saving: ReturnType<typeof useSiteSaving>
  /** Opens the tab of a member, and focuses its field. */
  onGo: (name: string) => void
}

/** Saves the changes of all tabs, or previews them on the public page. */
export function SiteSaveBar({ saving, onGo }: SiteSaveBarProps) {
  const { edit, focused, onSave } = useSiteForm()
  const api = useApi()
  const [faulty] = Object.keys(edit.faults)
  const preview = () => {
    if (faulty) onGo(faulty)
    if (!edit.check()) return
    const changed = edit.changed as SiteMember[]
    const body = { settings: toSiteChange(edit.values, changed), path: findPreviewPage(changed, focused) }
    void openPreviewTab(() => api.call('POST /v1/manage/site/preview', { body }))
  }
  return (
    <SaveBar
      count={edit.changed.length}
      {...(faulty && isMember(faulty) && { firstFault: { label: MEMBERS[faulty].label, onGo: () => onGo(faulty) } })}
      storedAtMs={edit.storedAtMs}
      trouble={saving.trouble}
      isSaving={saving.isSaving}
      onDiscard={edit.discard}
      onPreview={preview}
      onSave={onSave}
    />
  )
}

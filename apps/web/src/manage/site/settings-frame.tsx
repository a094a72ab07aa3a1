import { History } from '@lucide/icons'
import type { DataFor } from '@portal/contract/calls.ts'
import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import { describeSiteValue } from '@portal/contract/site/site-words.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useApi } from '#lib/api/api-context.ts'
import { formatRecent } from '#lib/format.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { BottomBar } from '#manage/controls/saving/bottom-bar.tsx'
import { ConflictTable } from '#manage/controls/saving/conflict-table.tsx'
import type { Edit } from '#manage/controls/saving/use-edit.ts'
import { hasDuty, useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { SiteFormContext } from './site-form.ts'
import { isMember, MEMBERS, type SiteValues, toValues } from './site-members.ts'
import styles from './site-page.module.css'
import { SiteSaveBar } from './site-save-bar.tsx'
import { useSiteSaving } from './use-site-saving.ts'

interface SettingsFrameProps {
  title: string
  tabs: ReactNode
  site: DataFor<'GET /v1/manage/site'>
  edit: Edit<SiteValues>
  /** Editors may save the page, as its members are in `EDITORS_SITE_GROUPS`. */
  isForEditors?: boolean
  /** Readers of the settings may use the form, which then checks each of its parts. */
  isOpenToAll?: boolean
  /** Shows a member, and focuses its field. */
  onGo: (name: string) => void
  /** @param restore asks whether to put back a version */
  children: (restore: (to: number) => void) => ReactNode
}

/** A page of settings: one form, one version, with undo, conflict and save bar. */
export function SettingsFrame(props: SettingsFrameProps) {
  const { title, tabs, site, edit, isForEditors = false, isOpenToAll = false, onGo, children } = props
  const { duties } = useSelf()
  const isOwner = duties.includes('owner')
  const mayEdit = isOwner || (isForEditors && hasDuty(duties, ['edit']))
  const [focused, setFocused] = useState<SiteMember | null>(null)
  const [restoring, setRestoring] = useState<number | null>(null)
  const saving = useSiteSaving(edit, site)
  const { conflict } = saving
  const form = {
    edit,
    focused,
    mayEdit,
    onFocus: setFocused,
    onSave: () => {
      const [faulty] = Object.keys(edit.faults)
      if (faulty) onGo(faulty)
      if (edit.changed.length > 0) saving.save()
    },
    configuredLoginTypes: site.configuredLoginTypes,
    openingHours: site.openingHours,
    deadLinks: site.deadLinks,
  }
  return (
    <SiteFormContext value={form}>
      <PageHead
        title={title}
        summary={`版本 ${site.version}　${describeLastSave(site)}`}
        actions={
          isOwner &&
          site.version > 0 && (
            <Button variant="quiet" icon={History} onClick={() => setRestoring(site.version - 1)}>
              退回上一版
            </Button>
          )
        }
      />
      {tabs}
      <div className={styles.strips}>
        {!mayEdit && <Note title="只能查看">站点设置由负责人修改。</Note>}
        {edit.isRestored && edit.changed.length > 0 && <Note title="已恢复草稿">这些改动还没有保存。</Note>}
      </div>
      {conflict ? (
        <ConflictTable
          base={edit.base}
          mine={edit.values}
          theirs={toValues(conflict.settings)}
          getLabel={(name) => (isMember(name) ? MEMBERS[name].label : name)}
          formatValue={describeSiteValue}
          savedBy={`${describeLastSave(conflict)}，版本 ${conflict.version}`}
          isSaving={saving.isSaving}
          onSave={saving.saveChosen}
          onBack={saving.dismiss}
          onDiscard={() => {
            edit.settle(toValues(conflict.settings), conflict.version)
            saving.dismiss()
          }}
        />
      ) : (
        <fieldset className={styles.form} disabled={!mayEdit && !isOpenToAll}>
          {children(setRestoring)}
        </fieldset>
      )}
      {!conflict && <SiteSaveBar saving={saving} onGo={onGo} />}
      {saving.done !== null && edit.changed.length === 0 && (
        <BottomBar
          state={
            <>
              <b>已保存为版本 {saving.done}</b>
              <span>网站随即更新</span>
            </>
          }
        >
          <Button variant="outline" onClick={() => setRestoring((saving.done ?? 1) - 1)}>
            撤回此次保存
          </Button>
        </BottomBar>
      )}
      {restoring !== null && (
        <RestoreDialog
          to={restoring}
          unsaved={edit.changed.length}
          onConfirm={() => saving.restore(restoring)}
          onClose={() => setRestoring(null)}
        />
      )}
    </SiteFormContext>
  )
}

interface RestoreDialogProps {
  to: number
  /** Number of changes that are not saved. */
  unsaved: number
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Asks before an older version, and names every setting that goes back, also those of other pages. */
function RestoreDialog({ to, unsaved, onConfirm, onClose }: RestoreDialogProps) {
  const api = useApi()
  const [labels, setLabels] = useState<readonly string[]>([])
  useEffect(() => {
    // A failure leaves the names out.
    const show = ({ records, hasMore }: DataFor<'GET /v1/manage/site/versions'>) => {
      const members = records.filter(({ version }) => version > to).flatMap(({ changes }) => changes)
      const names = members.map(({ member }) => (isMember(member) ? MEMBERS[member].label : member))
      const isCut = hasMore && records.every(({ version }) => version > to)
      setLabels([...new Set(names), ...(isCut ? ['更早改过的设置'] : [])])
    }
    api.call('GET /v1/manage/site/versions', { quiet: true }).then(show, () => {})
  }, [api, to])
  return (
    <DangerDialog title={`站点、首页与菜单退回版本 ${to}`} verb="退回" onConfirm={onConfirm} onClose={onClose}>
      <p>三页的设置共用一个版本，全部回到版本 {to} 时的样子，成为新的一版。之后的版本仍在历史中，可以再退回来。</p>
      {labels.length > 0 && <p>会退回的设置：{labels.join('、')}。</p>}
      {unsaved > 0 && <p>您还有 {unsaved} 处未保存的改动，退回后不再保留。</p>}
    </DangerDialog>
  )
}

function describeLastSave({ savedAt, savedBy }: { savedAt: string | null; savedBy: string | null }): string {
  if (savedAt === null) return '安装时的内容'
  return `${savedBy ?? '运维命令'} ${formatRecent(savedAt, Date.now())} 修改`
}

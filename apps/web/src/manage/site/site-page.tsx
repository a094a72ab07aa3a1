import { History } from '@lucide/icons'
import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import { describeSiteValue } from '@portal/contract/site/site-words.ts'
import { useState } from 'react'
import { useLoaderData, useNavigate, useSearchParams } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { formatRecent } from '#lib/format.ts'
import { DangerDialog } from '#manage/controls/dialogs/danger-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { PageHead } from '#manage/controls/layout/page-head.tsx'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { ConflictTable } from '#manage/controls/saving/conflict-table.tsx'
import { focusField, useEdit } from '#manage/controls/saving/use-edit.ts'
import { useDraftKey, useSelf } from '#manage/staff/staff-store.ts'
import { Button } from '#ui/forms/button.tsx'
import { BrandTab } from './brand-tab.tsx'
import { CertificateRulesTab } from './certificate-rules-tab.tsx'
import { DeskTab } from './desk-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { InfoTab } from './info-tab.tsx'
import { LinksTab } from './links-tab.tsx'
import { LoginTab } from './login-tab.tsx'
import { PlacePreview } from './place-preview.tsx'
import { SiteFormContext } from './site-form.ts'
import { findFaults, isMember, MEMBERS, type SiteValues, type Tab, toValues } from './site-members.ts'
import styles from './site-page.module.css'
import { SiteSaveBar } from './site-save-bar.tsx'
import { TimeTab } from './time-tab.tsx'
import { TopicsTab } from './topics-tab.tsx'
import { useNamedField } from './use-named-field.ts'
import { useSiteSaving } from './use-site-saving.ts'

const TABS: readonly { tab: Tab; label: string }[] = [
  { tab: 'info', label: '单位信息' },
  { tab: 'time', label: '公告与时间' },
  { tab: 'login', label: '登录方式' },
  { tab: 'desk', label: '证书' },
  { tab: 'certificates', label: '证书规则' },
  { tab: 'links', label: '页脚与导航' },
  { tab: 'topics', label: '栏目与标签' },
  { tab: 'brand', label: '品牌' },
  { tab: 'history', label: '修改历史' },
]
const PREVIEWED: readonly Tab[] = ['info', 'time', 'links', 'brand']
/** Members that visitors need and the law requires. */
const EXPECTED: readonly SiteMember[] = ['name', 'phone', 'visitAddress', 'recordNum', 'policeRecordNum', 'creditCode']

const readTab = (name: string | null): Tab => TABS.find(({ tab }) => tab === name)?.tab ?? 'info'

export const loader = defineLoader(async ({ api, query }) => {
  const tab = readTab(query.get('tab'))
  const [site, history, categories] = await Promise.all([
    api.call('GET /v1/manage/site'),
    tab === 'history' ? api.call('GET /v1/manage/site/versions') : null,
    tab === 'topics' ? api.call('GET /v1/manage/categories') : null,
  ])
  return { site, history, categories }
})

/** The settings of the site: one form over all tabs, one version. */
export function Component() {
  const { site } = useLoaderData<typeof loader>()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { duties } = useSelf()
  const mayEdit = duties.includes('owner')
  const saved = toValues(site.settings)
  const [focused, setFocused] = useState<SiteMember | null>(null)
  const [restoring, setRestoring] = useState<number | null>(null)
  const edit = useEdit<SiteValues>({
    key: useDraftKey('site'),
    saved,
    version: site.version,
    findFaults: (values) => findFaults(saved, values),
    formatValue: describeSiteValue,
  })
  const saving = useSiteSaving(edit, site)
  useNamedField()
  const tab = readTab(query.get('tab'))
  const { conflict } = saving

  const goTo = async (name: string) => {
    if (!isMember(name)) return
    await navigate(`?tab=${MEMBERS[name].tab}`, { preventScrollReset: true })
    requestAnimationFrame(() => focusField(name))
  }
  const form = {
    edit,
    focused,
    mayEdit,
    onFocus: setFocused,
    configuredLoginTypes: site.configuredLoginTypes,
    openingHours: site.openingHours,
    deadLinks: site.deadLinks,
  }
  return (
    <SiteFormContext value={form}>
      <PageHead
        title="站点"
        summary={`版本 ${site.version}　${describeLastSave(site)}`}
        actions={
          mayEdit &&
          site.version > 0 && (
            <Button variant="quiet" icon={History} onClick={() => setRestoring(site.version - 1)}>
              退回上一版
            </Button>
          )
        }
      />
      <ViewTabs label="设置分组" views={createTabs(tab, saved)} />
      <div className={styles.strips}>
        {!mayEdit && <Note title="只能查看">站点设置由负责人修改。</Note>}
        {edit.isRestored && edit.changed.length > 0 && <Note title="已恢复草稿">这些改动还没有保存。</Note>}
        {saving.done !== null && (
          <Note
            tone="success"
            isLive
            title={`已保存为版本 ${saving.done}`}
            action={
              <Button variant="quiet" onClick={() => setRestoring((saving.done ?? 1) - 1)}>
                撤回此次保存
              </Button>
            }
          >
            网站随即更新。
          </Note>
        )}
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
        <div className={styles.columns} data-alone={!PREVIEWED.includes(tab) || undefined}>
          <fieldset className={styles.form} disabled={!mayEdit && tab !== 'history' && tab !== 'topics'}>
            <TabBody tab={tab} onRestore={setRestoring} />
          </fieldset>
          {PREVIEWED.includes(tab) && (
            <aside className={styles.aside} aria-label="预览">
              <PlacePreview key={tab} tab={tab} />
            </aside>
          )}
        </div>
      )}
      {!conflict && <SiteSaveBar saving={saving} onGo={(name) => void goTo(name)} />}
      {restoring !== null && (
        <DangerDialog
          title={`退回版本 ${restoring}`}
          verb="退回"
          onConfirm={() => saving.restore(restoring)}
          onClose={() => setRestoring(null)}
        >
          <p>全部设置回到版本 {restoring} 时的样子，成为新的一版。之后的版本仍在历史中，可以再退回来。</p>
          {edit.changed.length > 0 && <p>您还有 {edit.changed.length} 处未保存的改动，退回后不再保留。</p>}
        </DangerDialog>
      )}
    </SiteFormContext>
  )
}

function TabBody({ tab, onRestore }: { tab: Tab; onRestore: (to: number) => void }) {
  const { history, categories } = useLoaderData<typeof loader>()
  switch (tab) {
    case 'info':
      return <InfoTab />
    case 'time':
      return <TimeTab />
    case 'login':
      return <LoginTab />
    case 'desk':
      return <DeskTab />
    case 'certificates':
      return <CertificateRulesTab />
    case 'links':
      return <LinksTab />
    case 'topics':
      return <TopicsTab categories={categories} />
    case 'brand':
      return <BrandTab />
    case 'history':
      return <HistoryTab history={history} onRestore={onRestore} />
  }
}

function describeLastSave({ savedAt, savedBy }: { savedAt: string | null; savedBy: string | null }): string {
  if (savedAt === null) return '安装时的内容'
  return `${savedBy ?? '运维命令'} ${formatRecent(savedAt, Date.now())} 修改`
}

function createTabs(current: Tab, saved: SiteValues) {
  const missing = EXPECTED.filter((name) => !saved[name]).length
  return TABS.map(({ tab, label }) => ({
    label,
    to: `?tab=${tab}`,
    isCurrent: tab === current,
    ...(tab === 'info' && missing > 0 && { count: missing }),
  }))
}

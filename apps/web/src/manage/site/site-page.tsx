import type { SiteMember } from '@portal/contract/site/site-settings.ts'
import { useLoaderData, useNavigate, useSearchParams } from 'react-router-dom'
import { defineLoader } from '#lib/api/define-loader.ts'
import { ViewTabs } from '#manage/controls/lists/view-tabs.tsx'
import { focusField } from '#manage/controls/saving/use-edit.ts'
import { BrandTab } from './brand-tab.tsx'
import { CertificateRulesTab } from './certificate-rules-tab.tsx'
import { CommentsTab } from './comments-tab.tsx'
import { DeskTab } from './desk-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { InfoTab } from './info-tab.tsx'
import { LinksTab } from './links-tab.tsx'
import { LoginTab } from './login-tab.tsx'
import { PlacePreview } from './place-preview.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { isMember, MEMBERS, type SiteValues, type Tab, toValues } from './site-members.ts'
import styles from './site-page.module.css'
import { OrdersTab } from './tables/orders-tab.tsx'
import { TimeTab } from './time-tab.tsx'
import { TopicsTab } from './topics-tab.tsx'
import { useNamedField } from './use-named-field.ts'
import { useSiteEdit } from './use-site-edit.ts'

const TABS: readonly { tab: Exclude<Tab, 'menus' | 'home'>; label: string }[] = [
  { tab: 'info', label: '单位信息' },
  { tab: 'time', label: '公告与时间' },
  { tab: 'login', label: '登录方式' },
  { tab: 'desk', label: '证书' },
  { tab: 'certificates', label: '证书规则' },
  { tab: 'orders', label: '送检' },
  { tab: 'comments', label: '评论' },
  { tab: 'links', label: '站点导航' },
  { tab: 'topics', label: '栏目与标签' },
  { tab: 'brand', label: '品牌' },
  { tab: 'history', label: '修改历史' },
]
const PREVIEWED: readonly Tab[] = ['info', 'time', 'links', 'brand']
/** Members that visitors need and the law requires. */
const EXPECTED: readonly SiteMember[] = ['name', 'phone', 'visitAddress', 'recordNum', 'policeRecordNum', 'creditCode']

const readTab = (name: string | null) => TABS.find(({ tab }) => tab === name)?.tab ?? 'info'

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
  const edit = useSiteEdit('site', site)
  useNamedField()
  const tab = readTab(query.get('tab'))

  const goTo = async (name: string) => {
    if (!isMember(name)) return
    const { tab: at } = MEMBERS[name]
    await navigate(at === 'home' || at === 'menus' ? `/manage/${at}` : `?tab=${at}`, { preventScrollReset: true })
    requestAnimationFrame(() => focusField(name))
  }
  return (
    <SettingsFrame
      title="站点"
      site={site}
      edit={edit}
      isOpenToAll={tab === 'history' || tab === 'topics'}
      onGo={(name) => void goTo(name)}
      tabs={<ViewTabs label="设置分组" views={createTabs(tab, toValues(site.settings))} />}
    >
      {(restore) => (
        <div className={styles.columns} data-alone={!PREVIEWED.includes(tab) || undefined}>
          <div className={styles.form}>
            <TabBody tab={tab} onRestore={restore} />
          </div>
          {PREVIEWED.includes(tab) && (
            <aside className={styles.aside} aria-label="预览">
              <PlacePreview key={tab} tab={tab} />
            </aside>
          )}
        </div>
      )}
    </SettingsFrame>
  )
}

function TabBody({ tab, onRestore }: { tab: Exclude<Tab, 'menus' | 'home'>; onRestore: (to: number) => void }) {
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
    case 'orders':
      return <OrdersTab />
    case 'comments':
      return <CommentsTab />
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

function createTabs(current: Tab, saved: SiteValues) {
  const missing = EXPECTED.filter((name) => !saved[name]).length
  return TABS.map(({ tab, label }) => ({
    label,
    to: `?tab=${tab}`,
    isCurrent: tab === current,
    ...(tab === 'info' && missing > 0 && { count: missing }),
  }))
}

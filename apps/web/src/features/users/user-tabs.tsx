import { TabLinks } from '#ui/lists/tab-links.tsx'
import { TABS, type TabName, tabAddress } from './user-address.ts'

export interface UserTabsProps {
  current: TabName
  /** Those that upstream has nothing for. */
  missing: ReadonlySet<TabName>
}

export function UserTabs({ current, missing }: UserTabsProps) {
  const shown = TABS.filter(({ name }) => !missing.has(name))
  const tabs = shown.map(({ name, text }) => ({ text, to: tabAddress(name), isCurrent: name === current }))
  return <TabLinks label="个人主页" tabs={tabs} keepsPlace />
}

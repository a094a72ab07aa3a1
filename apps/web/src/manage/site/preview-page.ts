import type { SitePreviewPath } from '@portal/contract/site/site-calls.ts'
import type { SiteMember } from '@portal/contract/site/site-settings.ts'

/** Pages other than the home page that show a member; header, footer and bulletin are on every page. */
const MEMBER_PAGES: Readonly<Partial<Record<SiteMember, SitePreviewPath>>> = {
  email: '/contact-us',
  visitAddress: '/contact-us',
  wechat: '/contact-us',
  qqNumber: '/contact-us',
  creditCode: '/contact-us',
  qqGroup: '/contact-us',
  showList: '/contact-us',
  specialDays: '/contact-us',
  navigation: '/navigation',
}

/** Finds the page for a preview of the changes: that of the focused field, or one that shows all changes. */
export function findPreviewPage(changed: readonly SiteMember[], focused: SiteMember | null): SitePreviewPath {
  if (focused && changed.includes(focused)) return MEMBER_PAGES[focused] ?? '/'
  const pages = new Set(changed.map((name) => MEMBER_PAGES[name] ?? '/'))
  const [first = '/'] = pages
  return pages.size === 1 ? first : '/'
}

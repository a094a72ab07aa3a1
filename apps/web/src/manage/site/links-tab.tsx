import type { OtherSites } from '@portal/contract/site/site-settings.ts'
import { LinkGroups } from './link-groups.tsx'
import { useSiteForm } from './site-form.ts'

/** The tab 站点导航. */
export function LinksTab() {
  const { edit, deadLinks } = useSiteForm()
  const { navigation } = edit.values
  return (
    <LinkGroups
      title="站点导航"
      note="/navigation 上的其他网站，在新窗口打开"
      groups={(navigation ?? []).map(({ title, sites }) => ({
        title,
        items: sites.map(({ name, url, info }) => ({ name, to: url, info })),
      }))}
      error={edit.getFieldProps('navigation').error}
      isChanged={edit.changed.includes('navigation')}
      dead={deadLinks}
      toLabel="网址"
      hasInfo
      onChange={(groups) =>
        edit.change({
          navigation:
            groups.length === 0
              ? null
              : groups.map(
                  ({ title, items }): OtherSites => ({
                    title,
                    sites: items.map(({ name, to, info }) => ({ name, url: to, info })),
                  }),
                ),
        })
      }
    />
  )
}

import type { FooterGroup, OtherSites } from '@portal/contract/site/site-settings.ts'
import { FOOTER_MENU } from '#domain/site/footer-menu.ts'
import { Button } from '#ui/forms/button.tsx'
import { LinkGroups } from './link-groups.tsx'
import { useSiteForm } from './site-form.ts'

/** The tab 页脚与导航. */
export function LinksTab() {
  const { edit, deadLinks } = useSiteForm()
  const { footerLinks, navigation } = edit.values
  return (
    <>
      <LinkGroups
        title="页脚链接"
        note={footerLinks ? undefined : '现在是网站自带的链接；改动后由您保存的为准'}
        groups={(footerLinks ?? FOOTER_MENU).map(({ title, links }) => ({
          title: title ?? '',
          items: links.map(({ text, to }) => ({ name: text, to, info: '' })),
        }))}
        error={edit.getFieldProps('footerLinks').error}
        isChanged={edit.changed.includes('footerLinks')}
        dead={deadLinks}
        toLabel="去处（本站路径或网址）"
        onChange={(groups) =>
          edit.change({
            footerLinks: groups.map(
              ({ title, items }): FooterGroup => ({
                title,
                links: items.map(({ name, to }) => ({ text: name, to })),
              }),
            ),
          })
        }
        actions={
          footerLinks && (
            <Button variant="quiet" onClick={() => edit.change({ footerLinks: null })}>
              用自带的链接
            </Button>
          )
        }
      />
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
    </>
  )
}
